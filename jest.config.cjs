module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  // @actions/* are ES modules only: they are transformed like our own code.
  transform: { '\\.(t|j)s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  transformIgnorePatterns: [],
};
