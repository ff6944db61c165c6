require('./action/index.js').post();
