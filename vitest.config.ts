import { defineConfig } from 'vitest/config'

// Timeouts only end tests that hang. A step may wait 90 seconds (tests/support/postgres/database.ts).
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 90_000 } } }
const system = '**/*.system.{test,spec}.ts'
const processes = { pool: 'forks' as const, execArgv: ['--disable-warning=ExperimentalWarning'] }
const servers = {
  ...processes,
  globalSetup: ['tests/support/postgres/postgres.ts'],
  setupFiles: ['tests/support/quiet.ts', 'tests/support/postgres/left-servers.ts'],
  ...limits,
}
const journeys = {
  ...processes,
  globalSetup: ['tests/support/postgres/starter-postgres.ts'],
  setupFiles: ['tests/support/postgres/left-servers.ts'],
  ...limits,
}
/** These tests mock modules, so they need a process of their own. */
const withMocks = ['library-import/import-command', 'users/password-strength', 'users/passwords'].map(
  (name) => `tests/server/${name}.test.ts`,
)
const language = (locale: 'en' | 'es') => ({ provide: { locale } })

export default defineConfig({
  test: {
    // Three workers leave a quarter of two cores idle while they wait for databases and browsers.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'shared',
          include: ['tests/shared/**/*.test.ts'],
          exclude: [system],
          isolate: false,
          setupFiles: ['tests/support/quiet.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['tests/support/quiet.ts', 'tests/support/browser/dom.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [system, ...withMocks],
          isolate: false,
          ...servers,
        },
      },
      {
        test: {
          name: 'server: mocked modules',
          include: withMocks,
          ...servers,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          exclude: [system],
          ...language('en'),
          ...journeys,
        },
      },
      {
        test: {
          name: 'system',
          include: [`tests/${system}`, 'tests/server/subscription/billing-lives.test.ts'],
          ...language('en'),
          ...journeys,
          setupFiles: ['tests/support/quiet.ts', ...journeys.setupFiles],
        },
      },
      {
        test: {
          name: 'system: journeys in Spanish',
          include: ['journey', 'sale', 'moderation', 'admin/library'].map((name) => `tests/e2e/${name}.spec.ts`),
          ...language('es'),
          ...journeys,
        },
      },
    ],
  },
})
