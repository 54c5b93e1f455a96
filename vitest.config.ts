import { defineConfig } from 'vitest/config'

// Timeouts end what hangs, on a machine as busy as may be: how fast something is, no test says. A test of servers or
// browsers that fails is run once more: whether it passes then is no proof that it was chance, so tests/main.ts names it.
const retry = 1
// A step may wait for 90 seconds (tests/support/database.ts).
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 90_000 } } }

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
          ...limits,
        },
      },
      {
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/quiet.ts', 'tests/support/dom.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          setupFiles: ['tests/support/quiet.ts', 'tests/support/left-servers.ts'],
          pool: 'forks',
          execArgv: ['--disable-warning=ExperimentalWarning'],
          ...limits,
          retry,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          globalSetup: ['tests/support/starter-postgres.ts'],
          setupFiles: ['tests/support/left-servers.ts'],
          pool: 'forks',
          ...limits,
          retry,
        },
      },
    ],
  },
})
