require('./bundle/index.js').sandbox();
