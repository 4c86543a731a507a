/** @type {import('jest').Config} */
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.jest.json' }] },
  moduleFileExtensions: ['ts', 'js', 'json'],
};

module.exports = {
  reporters: ['default', '<rootDir>/test/support/count-reporter.js'],
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/acceptance/'],
    },
    {
      ...base,
      displayName: 'acceptance',
      testMatch: ['<rootDir>/test/acceptance/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/acceptance/setup.ts'],
    },
  ],
};
