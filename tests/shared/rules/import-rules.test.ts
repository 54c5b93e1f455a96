import { describe, expect, test } from 'vitest'
import {
  allImports,
  describeRules,
  importRules,
  importsIn,
  ruleNameOf,
  violationsOf,
} from '../../support/rules/import-rules.ts'

type Planted = { from: string; refused: string[]; allowed: string[] }
const service = (name: string, { refused, allowed }: Omit<Planted, 'from'>): Record<string, Planted> => ({
  [`server/${name}`]: {
    from: `server/${name}/a.ts`,
    refused: ['../library/prompts.ts', '../library/library.routes.ts', '../app.ts', '#client/app/api.ts', ...refused],
    allowed: ['../database/db.ts', './b.ts', 'node:util', ...allowed],
  },
})
const feature = (name: string, { refused = [], allowed }: Partial<Planted>): Record<string, Planted> => ({
  [`server/${name}`]: {
    from: `server/${name}/a.ts`,
    refused: [
      'fastify',
      '@fastify/jwt',
      'fastify-plugin',
      'react',
      'react-dom/server',
      'nodemailer',
      '../http/viewer.ts',
      `./${name}.routes.ts`,
      '../library-import/import.ts',
      '../admin/audit.ts',
      '../app.ts',
      '#client/library/rating.tsx',
      ...refused,
    ],
    allowed: ['../cache/cache-tags.ts', '../database/db.ts', './b.ts', ...(allowed ?? [])],
  },
})

/** Refused and allowed imports of one file for each rule. */
const planted: Record<string, Planted> = {
  shared: {
    from: 'shared/library/schema.ts',
    refused: [
      'pg',
      'react',
      'node:fs',
      'fastify',
      '#server/database/db.ts',
      '#client/app/api.ts',
      '../../tests/support/app.ts',
    ],
    allowed: ['zod/mini', '../locale.ts'],
  },
  'server/{problem,log-repeats,translate}.ts': {
    from: 'server/problem.ts',
    refused: ['./library/prompts.ts', './http/viewer.ts', './database/db.ts', '#client/app/api.ts', 'fastify', 'pg'],
    allowed: ['./translate.ts', '#shared/problem.ts', 'node:util'],
  },
  'server/jobs.ts': {
    from: 'server/jobs.ts',
    refused: ['./library/prompts.ts', './http/viewer.ts', './cache/cache-tags.ts', './app.ts', 'fastify'],
    allowed: ['./database/db.ts', './settings/settings.ts', './generated/client.ts', 'pg-boss'],
  },
  'server/messages.ts': {
    from: 'server/messages.ts',
    refused: ['./library/prompts.ts', './http/viewer.ts', './database/db.ts', '#client/app/messages.en.ts', 'pg'],
    allowed: ['./users/messages.en.ts', '#shared/translate.ts'],
  },
  'server/settings': {
    from: 'server/settings/settings.ts',
    refused: ['../database/db.ts', '../http/viewer.ts', '../library/prompts.ts', 'fastify', 'pg'],
    allowed: ['./formats.ts', '../database/hosts.ts', 'zod', 'node:fs'],
  },
  'server/database': {
    from: 'server/database/migrations.ts',
    refused: [
      '../library/prompts.ts',
      '../http/viewer.ts',
      '../embedded/postgres.ts',
      '../jobs.ts',
      'fastify',
      'stripe',
    ],
    allowed: ['../settings/settings.ts', './db.ts', 'node:fs', 'pg'],
  },
  'server/embedded': {
    from: 'server/embedded/postgres.ts',
    refused: [
      '../library/prompts.ts',
      '../jobs.ts',
      '../app.ts',
      '../backup/backup.ts',
      'fastify',
      '@prisma/adapter-pg',
    ],
    allowed: ['../database/hosts.ts', './postgres-cluster.ts', 'node:fs'],
  },
  'server/start': {
    from: 'server/start/main.ts',
    refused: [
      '#client/start/entry-server.tsx',
      '../../scripts/build.ts',
      '../library/library.routes.ts',
      '../sandbox/store.ts',
    ],
    allowed: ['../app.ts', '../routes.ts', '../library-import/import.ts', './prepare.ts'],
  },
  'server/app.ts': {
    from: 'server/app.ts',
    refused: [
      './start/main.ts',
      './routes.ts',
      './messages.ts',
      './library/library.routes.ts',
      '#client/start/entry-server.tsx',
      '../tests/support/app.ts',
      './sandbox/store.ts',
      'pg',
    ],
    allowed: ['./http/viewer.ts', './site/current-site.ts', 'fastify'],
  },
  'server/routes.ts': {
    from: 'server/routes.ts',
    refused: ['./start/main.ts', './sandbox/store.ts', '#client/start/entry-server.tsx', 'pg', 'fastify'],
    allowed: ['./library/library.routes.ts', './settings/settings.ts', 'fastify-plugin'],
  },
  'server/sandbox': {
    from: 'server/sandbox/events.ts',
    refused: [
      '../database/db.ts',
      '../settings/settings.ts',
      '#shared/subscription/money.ts',
      '../subscription/prices/plans.ts',
      'pg',
    ],
    allowed: ['./pages.ts', 'fastify'],
  },
  'server routes': {
    from: 'server/saved/saved.routes.ts',
    refused: [
      '../library/library.routes.ts',
      '../library/prompts.ts',
      '../mail/mail.ts',
      '../app.ts',
      '../database/db.ts',
      '../sql/cursor.ts',
      'pg',
      'nodemailer',
    ],
    allowed: ['./saved.ts', './ratings.routes.ts', '../http/viewer.ts', '../limits/limits.ts', 'fastify'],
  },
  'server jobs': {
    from: 'server/users/users.jobs.ts',
    refused: ['../library/prompts.ts', './users.routes.ts', 'fastify', 'pg'],
    allowed: ['./sessions.ts', '../mail/mail.ts', '../jobs.ts'],
  },
  ...service('http', {
    refused: ['../cache/cache-tags.ts', '../pages/pages.ts', 'pg'],
    allowed: ['../limits/limits.ts', 'fastify'],
  }),
  ...service('cache', {
    refused: ['../mail/mail.ts', '../telemetry/watch.ts', 'react'],
    allowed: ['../http/viewer.ts', 'pg'],
  }),
  ...service('sql', { refused: ['../http/viewer.ts', 'fastify'], allowed: ['../problem.ts', 'zod'] }),
  ...service('editing', { refused: ['../mail/mail.ts', 'pg'], allowed: ['../http/viewer.ts', 'fastify'] }),
  ...service('limits', { refused: ['../http/viewer.ts', 'pg', 'fastify'], allowed: ['../problem.ts', 'ioredis'] }),
  ...service('mail', {
    refused: ['../http/viewer.ts', '../embedded/postgres.ts', 'fastify'],
    allowed: ['../translate.ts', '../settings/settings.ts', 'nodemailer'],
  }),
  ...service('markdown', { refused: ['../mail/mail.ts', 'fastify'], allowed: ['../problem.ts', 'markdown-it'] }),
  ...service('pages', {
    refused: ['../mail/mail.ts', 'react-dom/server'],
    allowed: ['../cache/public-reads.ts', '@fastify/static'],
  }),
  ...service('telemetry', { refused: ['../pages/pages.ts', 'pg'], allowed: ['../mail/mail.ts', 'prom-client'] }),
  'server/admin': {
    from: 'server/admin/audit.ts',
    refused: ['../library/library.routes.ts', '../http/viewer.ts', 'fastify', 'pg'],
    allowed: ['../library-import/import.ts', '../users/accounts.ts'],
  },
  'server/library-import': {
    from: 'server/library-import/import.ts',
    refused: ['../admin/audit.ts', '../http/viewer.ts', '../library/library.routes.ts', 'fastify'],
    allowed: ['../library/search-rows.ts', '../database/db.ts', './rows.ts', 'pg'],
  },
  'server/backup': {
    from: 'server/backup/restore.ts',
    refused: ['../users/accounts.ts', '../http/viewer.ts', 'fastify'],
    allowed: ['../database/migrations.ts', '../settings/settings.ts', './archive.ts', 'pg', 'pg-copy-streams'],
  },
  ...service('texts', {
    refused: ['../forum/threads.ts', '../notifications/notify.ts', 'pg'],
    allowed: ['../limits/limits.ts', '../sql/deadlocks.ts'],
  }),
  ...service('notifications', {
    refused: ['../forum/threads.ts', '../http/viewer.ts', 'nodemailer'],
    allowed: ['../texts/visibility.ts', '../mail/layout.ts'],
  }),
  ...feature('users', { allowed: ['google-auth-library', '../mail/mail.ts'] }),
  ...feature('library', { allowed: ['../users/accounts.ts', './use-cases.ts', 'pg'] }),
  ...feature('saved', { refused: ['pg'], allowed: ['../library/prompts.ts'] }),
  ...feature('blog', {
    refused: ['../forum/forum.routes.ts', 'stripe'],
    allowed: ['sharp', '../markdown/markdown.ts'],
  }),
  ...feature('forum', { refused: ['sharp', 'pg'], allowed: ['../jobs.ts', 'zod'] }),
  ...feature('moderation', {
    refused: ['../users/users.routes.ts', 'pg'],
    allowed: ['../forum/removed-texts.ts', 'zod'],
  }),
  ...feature('subscription', { refused: ['../sandbox/store.ts', 'google-auth-library'], allowed: ['stripe'] }),
  ...feature('seo', { refused: ['pg'], allowed: ['../library/prompts.ts'] }),
  ...feature('site', { refused: ['pg'], allowed: ['../pages/files.ts'] }),

  'client routes': {
    from: 'client/start/routes.tsx',
    refused: ['../library/rating.tsx', '../layout/shell.tsx', '#server/database/db.ts', 'node:fs'],
    allowed: ['../library/prompt-page.tsx', '../layout/soon-page.tsx', '../app/island.tsx'],
  },
  'client/start': {
    from: 'client/start/app.tsx',
    refused: ['../library/rating.tsx', '../library/prompt-page.tsx', '../search/search-dialog.tsx', '#server/app.ts'],
    allowed: ['../layout/shell.tsx', '../dialogs/dialog-provider.tsx', './routes.tsx'],
  },
  'client queries': {
    from: 'client/library/library.queries.ts',
    refused: [
      '../app/session/session.ts',
      '../ui/dialog.tsx',
      './prompt-page.tsx',
      './rating.tsx',
      '../saved/saved.queries.ts',
      'pg',
      'react',
    ],
    allowed: ['../app/api.ts', '#shared/library/schema.ts', '@tanstack/react-query'],
  },
  'client/app': {
    from: 'client/app/session/session.ts',
    refused: [
      '../../library/prompt-page.tsx',
      '../../layout/shell.tsx',
      '../../start/routes.tsx',
      '../../library/rating.tsx',
      '#server/database/db.ts',
      'pg',
    ],
    allowed: ['../storage.ts', './viewer.ts', 'react-dom/client'],
  },
  'client/ui': {
    from: 'client/ui/dialog.tsx',
    refused: ['../app/i18n.tsx', '#shared/library/schema.ts', 'react-router-dom', '@tanstack/react-query', 'zod/mini'],
    allowed: ['./field.tsx', 'react', '@base-ui/react/menu'],
  },
  'client/{layout,dialogs,feed}': {
    from: 'client/layout/navigation.tsx',
    refused: ['../search/search-dialog.tsx', '../start/routes.tsx', './soon-page.tsx', '#server/database/db.ts'],
    allowed: ['./logo.tsx', '../app/island.tsx', '../ui/avatar.tsx', '../dialogs/search-provider.tsx'],
  },
  'client/saved': {
    from: 'client/saved/use-marks.ts',
    refused: ['../library/library.queries.ts', '../search/search-box.tsx', '../layout/shell.tsx', 'fastify'],
    allowed: ['./save-button.tsx', '../dialogs/dialog-provider.tsx', '../ui/dialog.tsx'],
  },
  'client/search': {
    from: 'client/search/search-dialog.tsx',
    refused: ['../library/library.queries.ts', '../pipelines/pipelines-page.tsx', 'node:fs'],
    allowed: ['./search-box.tsx', '../saved/my-mark.tsx', '../dialogs/item-link.tsx'],
  },
  'client/library': {
    from: 'client/library/prompt-page.tsx',
    refused: ['./use-case-page.tsx', '../pipelines/messages.ts', '../collections/my-prompts.tsx', 'fastify'],
    allowed: ['./rating.tsx', '../saved/save-button.tsx', '../search/search-box.tsx'],
  },
  'client/{pipelines,collections}': {
    from: 'client/collections/my-prompts.tsx',
    refused: ['../library/prompt-page.tsx', '../profile/saved-prompts.tsx', '../layout/shell.tsx', 'node:fs'],
    allowed: ['../saved/messages.ts', '../search/search-box.tsx', '../library/prompt-card.tsx', '../ui/dialog.tsx'],
  },
  'client/profile': {
    from: 'client/profile/saved-prompts.tsx',
    refused: ['../library/prompt-card.tsx', '../forum/thread-row.tsx', './profile-page.tsx', 'nodemailer'],
    allowed: ['../collections/my-prompts.tsx', '../saved/save-button.tsx', '../dialogs/dialog-provider.tsx'],
  },
  'client/forum': {
    from: 'client/forum/thread/comments.tsx',
    refused: [
      '../thread-page.tsx',
      '../../blog/post-card.tsx',
      '../../layout/shell.tsx',
      '#server/forum/threads.ts',
      'fastify',
    ],
    allowed: [
      '../forum.queries.ts',
      './byline.tsx',
      '../../saved/save-button.tsx',
      '../../dialogs/dialog-provider.tsx',
    ],
  },
  'client features': {
    from: 'client/blog/post-card.tsx',
    refused: [
      './post-page.tsx',
      '../forum/thread-row.tsx',
      '../users/login-page.tsx',
      '#server/library/prompts.ts',
      'stripe',
      'nodemailer',
      '@visx/scale',
    ],
    allowed: ['./messages.ts', '../saved/save-button.tsx', '../search/highlight-pattern.ts'],
  },
  'client/admin': {
    from: 'client/admin/admin-page.tsx',
    refused: ['../layout/shell.tsx', '../profile/me-form.tsx', '#server/app.ts', 'fastify'],
    allowed: ['../layout/not-found.tsx', '../moderation/review-list.tsx', '../blog/post-article.tsx', 'diff'],
  },
  scripts: {
    from: 'scripts/cli/user.ts',
    refused: [
      '../../tests/support/app.ts',
      '../../tests/support/browser/browser.ts',
      '../../vite.config.ts',
      '../../client/app/api.ts',
      'fastify',
      'vitest',
    ],
    allowed: ['../../server/start/main.ts', '../prepare.ts', 'commander', 'vite'],
  },
  tests: {
    from: 'tests/main.ts',
    refused: ['../package.json'],
    allowed: ['../server/start/main.ts', '../scripts/prepare.ts', 'vite', '@testing-library/react'],
  },
  'configuration files': {
    from: 'vite.config.ts',
    refused: ['./server/database/db.ts', './client/app/api.ts'],
    allowed: ['vite'],
  },
}
const cases = (which: 'refused' | 'allowed') =>
  Object.entries(planted).flatMap(([name, { from, [which]: all }]) => all.map((to) => [name, from, to] as const))
const violationsIn = (file: string, text: string) => violationsOf(importsIn(file, text))
const imports = allImports()

describe('the import rules', () => {
  test('allow every import of the repository', () => {
    expect(imports.length).toBeGreaterThan(1000)
    const violations = violationsOf(imports)
    expect(violations.length > 0 ? [...violations, ...describeRules()] : []).toEqual([])
  })

  test('are tested with a forbidden import for each module', () => {
    expect(Object.keys(planted)).toEqual(Object.keys(importRules))
    for (const [name, { from }] of Object.entries(planted)) expect(ruleNameOf(from)).toBe(name)
  })

  test.each(cases('refused'))('%s: %s may not import %s', (_name, from, to) => {
    expect(violationsIn(from, `import { a } from '${to}'`)).toHaveLength(1)
  })

  test.each(cases('allowed'))('%s: %s may import %s', (_name, from, to) => {
    expect(violationsIn(from, `import { a } from '${to}'`)).toEqual([])
  })

  test.each([
    "import '../../server/app.ts'",
    "import type { A } from '../../../server/app.ts'",
    "export { a } from '../../../server/app.ts'",
    "export type * from '../../../server/app.ts'",
    "export const a = async () => (await import('../../server/app.ts')).a",
    "export let a: import('../../server/app.ts').A",
    "export const all = import.meta.glob('../../server/*.ts')",
    'export const a = (path: string) => import(path)',
  ])('refuse an import written as %s', (text) => {
    expect(violationsIn('client/library/rating.tsx', text)).toHaveLength(1)
  })

  test.each(['server/anything.ts', 'server/utils/text.ts', 'client/anything.tsx', 'client/helpers/a.ts'])(
    'refuse %s, a file without a rule',
    (file) => {
      expect(violationsIn(file, "import 'react'")).toEqual([`${file} has no import rule.`])
    },
  )

  test('are printed as sentences', () => {
    expect(describeRules()).toContain('shared may import its own folder, shared/**, and the packages zod')
  })
})
