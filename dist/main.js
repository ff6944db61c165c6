require('./action/index.js').main();
