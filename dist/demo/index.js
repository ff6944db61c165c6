require('./bundle/index.js').demo(require('node:path').dirname(__dirname));
