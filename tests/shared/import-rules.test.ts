import { describe, expect, test } from 'vitest'
import { allImports, allRights, importsIn, roomOf, rooms, violationsOf } from '../support/rules/import-rules.ts'

type Planted = { from: string; refused: string[]; allowed: string[] }
const service = (name: string, { refused, allowed }: Omit<Planted, 'from'>): Record<string, Planted> => ({
  [`server/${name}`]: {
    from: `server/${name}/a.ts`,
    refused: ['../library/prompts.ts', '../library/library.routes.ts', '../app.ts', '#client/app/api.ts', ...refused],
    allowed: ['../db.ts', './b.ts', 'node:util', ...allowed],
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
      '../http/viewer.ts',
      `./${name}.routes.ts`,
      '../library-import/import.ts',
      '../admin/uploads.ts',
      '../app.ts',
      '#client/library/rating.tsx',
      ...refused,
    ],
    allowed: ['../cache/tags.ts', '../db.ts', './b.ts', ...(allowed ?? [])],
  },
})

/** One import each that its room may not have, and the same of one that it may. */
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
  'server root': {
    from: 'server/database/db.ts',
    refused: [
      './library/prompts.ts',
      './http/viewer.ts',
      './cache/tags.ts',
      './app.ts',
      '#client/app/api.ts',
      'fastify',
    ],
    allowed: [
      './settings/settings.ts',
      './generated/client.ts',
      './database/pool.ts',
      '#shared/library/schema.ts',
      'pg',
    ],
  },
  'server/messages.ts': {
    from: 'server/messages.ts',
    refused: ['./library/prompts.ts', './http/viewer.ts', './db.ts', '#client/app/messages.en.ts', 'pg'],
    allowed: ['./users/messages.en.ts', '#shared/translate.ts'],
  },
  'server/settings': {
    from: 'server/settings/settings.ts',
    refused: ['../db.ts', '../http/viewer.ts', '../library/prompts.ts', 'fastify', 'pg'],
    allowed: ['./formats.ts', '../database/hosts.ts', 'zod', 'node:fs'],
  },
  'server/database': {
    from: 'server/embedded/postgres.ts',
    refused: ['../library/prompts.ts', '../http/viewer.ts', '../app.ts', 'fastify', 'stripe'],
    allowed: ['../settings/settings.ts', './cluster.ts', 'node:fs'],
  },
  'server/start': {
    from: 'server/start/main.ts',
    refused: [
      '#client/start/entry-server.tsx',
      '../../scripts/build.ts',
      '../library/library.routes.ts',
      '../sandbox/store.ts',
    ],
    allowed: ['../app.ts', '../library-import/starter.ts', './prepare.ts'],
  },
  'server/app.ts': {
    from: 'server/app.ts',
    refused: [
      './start/main.ts',
      '#client/start/entry-server.tsx',
      '../tests/support/app.ts',
      './sandbox/store.ts',
      'pg',
    ],
    allowed: ['./library/library.routes.ts', './http/viewer.ts', 'fastify'],
  },
  'server/sandbox': {
    from: 'server/sandbox/events.ts',
    refused: ['../db.ts', '../settings/settings.ts', '#shared/subscription/money.ts', '../subscription/plans.ts', 'pg'],
    allowed: ['./pages.ts', 'fastify'],
  },
  'server routes': {
    from: 'server/saved/saved.routes.ts',
    refused: [
      '../library/library.routes.ts',
      '../library/prompts.ts',
      '../mail/mail.ts',
      '../app.ts',
      '../db.ts',
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
    refused: ['../cache/tags.ts', '../pages/pages.ts', 'pg'],
    allowed: ['../limits/limits.ts', 'fastify'],
  }),
  ...service('cache', { refused: ['../mail/mail.ts', 'react'], allowed: ['../http/viewer.ts', 'pg'] }),
  ...service('sql', { refused: ['../http/viewer.ts', 'fastify'], allowed: ['../problem.ts', 'zod'] }),
  ...service('editing', { refused: ['../mail/mail.ts', 'pg'], allowed: ['../http/viewer.ts', 'fastify'] }),
  ...service('limits', { refused: ['../http/viewer.ts', 'pg', 'fastify'], allowed: ['../problem.ts', 'ioredis'] }),
  ...service('mail', { refused: ['../http/viewer.ts', 'fastify'], allowed: ['../translate.ts', 'nodemailer'] }),
  ...service('markdown', { refused: ['../mail/mail.ts', 'fastify'], allowed: ['../problem.ts', 'markdown-it'] }),
  ...service('pages', {
    refused: ['../mail/mail.ts', 'react-dom'],
    allowed: ['../cache/public-reads.ts', '@fastify/static'],
  }),
  ...service('telemetry', { refused: ['../pages/pages.ts', 'pg'], allowed: ['../mail/mail.ts', 'prom-client'] }),
  ...service('tracing', {
    refused: ['../pages/pages.ts', 'pg'],
    allowed: ['../telemetry/logging.ts', '@opentelemetry/api'],
  }),
  'server/admin': {
    from: 'server/admin/uploads.ts',
    refused: ['../library/library.routes.ts', '../http/viewer.ts', 'fastify', 'pg'],
    allowed: ['../library-import/import.ts', '../users/accounts.ts'],
  },
  'server/library-import': {
    from: 'server/library-import/import.ts',
    refused: ['../admin/uploads.ts', '../http/viewer.ts', '../library/library.routes.ts', 'fastify'],
    allowed: ['../library/search-rows.ts', '../db.ts', './rows.ts', 'pg'],
  },
  'server/starter': {
    from: 'server/starter/import.ts',
    refused: ['../admin/uploads.ts', '../http/viewer.ts', '../library/library.routes.ts', 'fastify'],
    allowed: ['../library/search-rows.ts', '../db.ts', './rows.ts', 'pg'],
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
  ...feature('forum', { refused: ['../forum/forum.routes.ts', 'sharp'], allowed: ['../jobs.ts', 'zod'] }),
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
    allowed: ['../library/prompt-page.tsx', '../layout/soon-page.tsx', './island.tsx'],
  },
  'client/start/app.tsx': {
    from: 'client/start/app.tsx',
    refused: ['../library/rating.tsx', '../library/prompt-page.tsx', '../search/search-dialog.tsx', '#server/app.ts'],
    allowed: ['../layout/shell.tsx', '../dialogs/login-prompt.tsx', './routes.tsx'],
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
      '../../library/rating.tsx',
      '#server/database/db.ts',
      'pg',
    ],
    allowed: ['../storage.ts', './viewer.ts', '../routes.tsx', 'react-dom/client'],
  },
  'client/ui': {
    from: 'client/ui/dialog.tsx',
    refused: ['../app/i18n.tsx', '#shared/library/schema.ts', 'react-router-dom', '@tanstack/react-query', 'zod/mini'],
    allowed: ['./field.tsx', 'react', '@base-ui/react/menu'],
  },
  'client frame': {
    from: 'client/layout/navigation.tsx',
    refused: ['../search/search-dialog.tsx', '../feed/live-feed.tsx', './soon-page.tsx', '#server/database/db.ts'],
    allowed: ['./logo.tsx', '../app/island.tsx', '../ui/avatar.tsx', '../dialogs/login-prompt.tsx'],
  },
  'client/saved, client/search and client/pipelines': {
    from: 'client/collections/my-prompts.tsx',
    refused: [
      '../library/prompt-page.tsx',
      '../profile/saved-prompts.tsx',
      '../layout/shell.tsx',
      'fastify',
      'node:fs',
    ],
    allowed: ['./save-button.tsx', '../search/search-box.tsx', '../library/prompt-card.tsx', '../ui/dialog.tsx'],
  },
  'client/forum': {
    from: 'client/forum/thread/comments.tsx',
    refused: [
      '../thread-page.tsx',
      '../../moderation/review-list.tsx',
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
    from: 'client/library/prompt-page.tsx',
    refused: [
      './use-case-page.tsx',
      '../profile/saved-prompts.tsx',
      '../users/login-page.tsx',
      '../layout/shell.tsx',
      '#server/library/prompts.ts',
      'fastify',
      'node:fs',
      'stripe',
      'nodemailer',
      '@visx/scale',
    ],
    allowed: ['./rating.tsx', '../saved/save-button.tsx', '../search/highlight.tsx', '../dialogs/alerts.tsx'],
  },
  'client/admin': {
    from: 'client/admin/admin-page.tsx',
    refused: [
      '../layout/shell.tsx',
      '../profile/me-form.tsx',
      '../forum/forum-page.tsx',
      '#server/database/db.ts',
      'fastify',
    ],
    allowed: ['../layout/not-found.tsx', '../moderation/review-list.tsx', '../blog/post-article.tsx', './areas.tsx'],
  },
  'client/dev': {
    from: 'client/dev/ui-gallery.tsx',
    refused: ['#server/database/db.ts', 'node:fs', '../library/prompt-page.tsx'],
    allowed: ['../layout/shell.tsx', '../library/rating.tsx'],
  },
  scripts: {
    from: 'scripts/cli/user.ts',
    refused: ['../support/browser/browser.ts', '../../vite.config.ts', '../../client/app/api.ts', 'fastify', 'vitest'],
    allowed: ['../../server/start/main.ts', '../prepare.ts', 'commander', 'vite'],
  },
  tests: {
    from: 'tests/main.ts',
    refused: ['../package.json'],
    allowed: [
      '../server/start/main.ts',
      './support/browser.ts',
      '../scripts/prepare.ts',
      'vite',
      '@testing-library/react',
    ],
  },
  settings: { from: 'vite.config.ts', refused: ['./server/db.ts', './client/app/api.ts'], allowed: ['vite'] },
}
const cases = (which: 'refused' | 'allowed') =>
  Object.entries(planted).flatMap(([room, { from, [which]: all }]) => all.map((to) => [room, from, to] as const))
const judge = (file: string, text: string) => violationsOf(importsIn(file, text))

describe('the rooms of the house', () => {
  test('import only whom they may', () => {
    const imports = allImports()
    expect(imports.length).toBeGreaterThan(1000)
    const violations = violationsOf(imports)
    expect(violations.length > 0 ? [...violations, ...allRights()] : []).toEqual([])
  })

  test('are all tried here', () => {
    expect(Object.keys(planted)).toEqual(Object.keys(rooms))
    for (const [room, { from }] of Object.entries(planted)) expect(roomOf(from)).toBe(room)
  })

  test.each(cases('refused'))('%s: %s may not import %s', (_room, from, to) => {
    expect(judge(from, `import { a } from '${to}'`)).toHaveLength(1)
  })

  test.each(cases('allowed'))('%s: %s may import %s', (_room, from, to) => {
    expect(judge(from, `import { a } from '${to}'`)).toEqual([])
  })

  test.each([
    "import '../../server/database/db.ts'",
    "import type { A } from '../../server/database/db.ts'",
    "export { a } from '../../server/database/db.ts'",
    "export type * from '../../server/database/db.ts'",
    "export const a = async () => (await import('../../server/database/db.ts')).a",
    "export let a: import('../../server/database/db.ts').A",
    "export const all = import.meta.glob('../../server/*.ts')",
    'export const a = (path: string) => import(path)',
  ])('refuse it however it is written: %s', (text) => {
    expect(judge('client/library/rating.tsx', text)).toHaveLength(1)
  })

  test.each(['server/anything.ts', 'server/utils/text.ts', 'client/anything.tsx', 'client/helpers/a.ts'])(
    'are a closed list, without %s',
    (file) => {
      expect(judge(file, "import 'react'")).toEqual([`${file} stands in no room.`])
    },
  )

  test('import each other one way at most', () => {
    const oneWay = [
      ...importsIn('server/library/prompts.ts', "import '../users/accounts.ts'"),
      ...importsIn('server/users/accounts.ts', "import '../forum/threads.ts'"),
    ]
    expect(violationsOf(oneWay)).toEqual([])
    const back = importsIn('server/forum/threads.ts', "import '../library/search.ts'")
    expect(violationsOf([...oneWay, ...back])).toHaveLength(3)
  })

  test('say who may import what', () => {
    expect(allRights()).toContain('shared may import its own folder, shared/**, and the packages zod')
  })
})
