console.log(`node24 is ${process.version}`);
