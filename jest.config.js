const { randomInt } = require('node:crypto');
const { availableParallelism } = require('node:os');
const suites = require('./test/suites');

// One seed for the samples of grids and the property tests of a run. Workers inherit it.
process.env.TEST_SEED ??= String(randomInt(2 ** 31));

// Terraform or OpenTofu, as cdktf selects it: a name on the PATH, or a path.
process.env.TERRAFORM_BINARY_NAME ||= 'terraform';

/** @type {import('jest').Config} */
const base = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/environment.js',
  // Preact is published as ES modules alone.
  transformIgnorePatterns: ['/node_modules/(?!preact/)'],
  transform: { '^.+\\.(tsx?|mjs)$': '<rootDir>/test/support/esbuild-transformer.js' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'json'],
  // Examples import the package by its name, as users do; in tests that is the current source.
  moduleNameMapper: {
    '^cdktf-edge-platform$': '<rootDir>/lib/index.ts',
    '^cdktf-edge-platform/(client|emulator|logs|testing|waves)$': '<rootDir>/lib/$1/index.ts',
    // TypeScript's modules import the files that they become.
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx'],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.tmp/'],
};

/** The tests with snapshots run on the other host too. The snapshots are the same. */
const onOtherHost = { moduleNameMapper: { ...base.moduleNameMapper, '^cdktf(/.*)?$': 'cdktn$1' } };

module.exports = {
  // Many tests wait for the processes they start, or for a clock.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  reporters: ['default', '<rootDir>/test/support/count-reporter.js'],
  projects: Object.entries(suites).map(([displayName, { files }]) => ({
    ...base,
    ...(displayName === 'cdktn' && onOtherHost),
    displayName,
    testMatch: files.map((pattern) => pattern.replace(/^!/, '!**/').replace(/^(?!!)/, '<rootDir>/')),
    setupFilesAfterEnv: [
      ['unit', 'cdktn', 'sweeps'].includes(displayName)
        ? '<rootDir>/test/setup.ts'
        : '<rootDir>/test/acceptance/setup.ts',
    ],
  })),
};
