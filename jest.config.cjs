module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/__tests__'],
  testMatch: ['**/*.test.ts'],
  // A step and its retries may take long where other work keeps the processors busy.
  testTimeout: 30_000,
  globalSetup: '<rootDir>/__tests__/temporary-folder.cjs',
  globalTeardown: '<rootDir>/__tests__/temporary-folder-end.cjs',
  // @actions/* are ES modules only: they are found by their files and transformed like our own code.
  moduleNameMapper: {
    '^@actions/http-client$': '<rootDir>/node_modules/@actions/http-client/lib/index.js',
    '^@actions/(core|exec|io)$': '<rootDir>/node_modules/@actions/$1/lib/$1.js',
    '^@actions/([a-z-]+)/lib/([a-z-]+)$': '<rootDir>/node_modules/@actions/$1/lib/$2.js',
  },
  transform: { '\\.(t|j)s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  transformIgnorePatterns: [],
};
