// The tests over random values, fifty times as long: `npm run fuzz`.
process.env.SCENARIO_LAB_FUZZ ??= '50';

module.exports = {
  ...require('./jest.config.cjs'),
  testMatch: ['**/random-inputs.test.ts', '**/random-answers.test.ts', '**/random-texts.test.ts'],
};
