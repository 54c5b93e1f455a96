import { defineConfig } from 'vitest/config'

// Timeouts end what hangs, on a machine as busy as may be: how fast something is, no test says. A test of servers or
// browsers that fails is run once more: whether it passes then is no proof that it was chance, so scripts/test.ts names it.
const retry = 1

export default defineConfig({
  test: {
    // Half of the time of two workers on two cores is waiting.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'shared',
          include: ['tests/shared/**/*.test.ts'],
          setupFiles: ['tests/support/quiet.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/quiet.ts', 'tests/support/dom.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          setupFiles: ['tests/support/quiet.ts'],
          pool: 'forks',
          execArgv: ['--disable-warning=ExperimentalWarning'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          globalSetup: ['tests/support/starter-postgres.ts'],
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 180_000,
          retry,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
