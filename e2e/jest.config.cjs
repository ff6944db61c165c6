module.exports = {
  testEnvironment: 'node',
  rootDir: '..',
  roots: ['<rootDir>/e2e'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/__tests__/temporary-folder.cjs',
  globalTeardown: '<rootDir>/__tests__/temporary-folder-end.cjs',
  testTimeout: 120_000,
  // The suites share two cores with the servers that they start.
  maxWorkers: 1,
  // @actions/* and jose are ES modules only: they are transformed like our own code.
  transform: { '\\.(t|j)s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  transformIgnorePatterns: [],
};
