import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // More do not end sooner on two cores, and browsers that wait for each other miss what a person would see.
    maxWorkers: 2,
    projects: [
      { test: { name: 'shared', include: ['tests/shared/**/*.test.ts'], setupFiles: ['tests/support/quiet.ts'] } },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          setupFiles: ['tests/support/quiet.ts'],
          pool: 'forks',
          execArgv: ['--disable-warning=ExperimentalWarning'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
