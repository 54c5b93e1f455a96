import { describe, expect, test } from 'vitest'
import { allImports, allRights, importsIn, roomOf, rooms, violationsOf } from '../support/import-rules.ts'

/** One import each that its room may not have, and the same of one that it may. */
const planted: Record<string, { from: string; refused: string[]; allowed: string[] }> = {
  shared: {
    from: 'shared/library.ts',
    refused: ['pg', 'react', 'node:fs', 'fastify', '#server/db.ts', '#client/app/api.ts', '../tests/support/app.ts'],
    allowed: ['zod/mini', './locale.ts'],
  },
  'server root': {
    from: 'server/db.ts',
    refused: ['./library/prompts.ts', './http/viewer.ts', './cache/tags.ts', './app.ts', '#client/app/api.ts'],
    allowed: ['./settings.ts', './generated/client.ts', './database/pool.ts', '#shared/library.ts', 'pg'],
  },
  'server/messages.ts': {
    from: 'server/messages.ts',
    refused: ['./library/prompts.ts', './http/viewer.ts', './db.ts', '#client/app/messages.en.ts', 'pg'],
    allowed: ['./users/messages.en.ts', '#shared/translate.ts'],
  },
  'server/database': {
    from: 'server/database/postgres.ts',
    refused: ['../library/prompts.ts', '../http/viewer.ts', '../app.ts'],
    allowed: ['../settings.ts', './cluster.ts', 'node:fs'],
  },
  'server/main.ts': {
    from: 'server/main.ts',
    refused: ['#client/app/entry-server.tsx', '../scripts/build.ts', './library/library.routes.ts'],
    allowed: ['./app.ts', './library-import/starter.ts'],
  },
  'server/app.ts': {
    from: 'server/app.ts',
    refused: ['./main.ts', '#client/app/entry-server.tsx', '../tests/support/app.ts'],
    allowed: ['./library/library.routes.ts', './http/viewer.ts', 'fastify'],
  },
  'server services': {
    from: 'server/http/viewer.ts',
    refused: ['../library/prompts.ts', '../library/library.routes.ts', '../app.ts', '#client/app/api.ts'],
    allowed: ['../cache/tags.ts', '../db.ts', 'fastify'],
  },
  'server/sandbox': {
    from: 'server/sandbox/checkout.ts',
    refused: ['../db.ts', '../settings.ts', '#shared/money.ts', '../subscription/plans.ts'],
    allowed: ['./pages.ts', 'fastify'],
  },
  'server routes': {
    from: 'server/saved/saved.routes.ts',
    refused: ['../library/library.routes.ts', '../library/prompts.ts', '../mail/mail.ts', '../app.ts'],
    allowed: ['./saved.ts', './ratings.routes.ts', '../http/viewer.ts', '../limits/limits.ts', 'fastify'],
  },
  'server jobs': {
    from: 'server/users/users.jobs.ts',
    refused: ['../library/prompts.ts', './users.routes.ts', 'fastify'],
    allowed: ['./sessions.ts', '../mail/mail.ts', '../jobs.ts'],
  },
  'server/admin': {
    from: 'server/admin/uploads.ts',
    refused: ['../library/library.routes.ts', '../http/viewer.ts', 'fastify'],
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
    allowed: ['../database/migrations.ts', '../settings.ts', './archive.ts', 'pg', 'pg-copy-streams'],
  },
  'server features': {
    from: 'server/library/prompts.ts',
    refused: [
      'fastify',
      '@fastify/jwt',
      'fastify-plugin',
      '../http/viewer.ts',
      './library.routes.ts',
      '../users/users.routes.ts',
      '../library-import/import.ts',
      '../admin/uploads.ts',
      '../app.ts',
      '#client/library/rating.tsx',
    ],
    allowed: ['../users/accounts.ts', '../cache/tags.ts', '../db.ts', './use-cases.ts', 'pg'],
  },
  'client routes': {
    from: 'client/app/routes.tsx',
    refused: ['../library/rating.tsx', '../layout/shell.tsx', '#server/db.ts', 'node:fs'],
    allowed: ['../library/prompt-page.tsx', '../layout/soon-page.tsx', './island.tsx'],
  },
  'client/app/app.tsx': {
    from: 'client/app/app.tsx',
    refused: ['../library/rating.tsx', '../library/prompt-page.tsx', '../search/search-dialog.tsx', '#server/app.ts'],
    allowed: ['../layout/shell.tsx', '../dialogs/login-prompt.tsx', './routes.tsx'],
  },
  'client queries': {
    from: 'client/library/library.queries.ts',
    refused: ['../app/session.ts', '../ui/dialog.tsx', './prompt-page.tsx', '../saved/saved.queries.ts', 'pg'],
    allowed: ['../app/api.ts', '#shared/library.ts', '@tanstack/react-query'],
  },
  'client/app': {
    from: 'client/app/session.ts',
    refused: ['../library/prompt-page.tsx', '../layout/shell.tsx', '../library/rating.tsx', '#server/db.ts', 'pg'],
    allowed: ['./storage.ts', './routes.tsx', 'react-dom/client'],
  },
  'client/ui': {
    from: 'client/ui/dialog.tsx',
    refused: ['../app/i18n.tsx', '#shared/library.ts', 'react-router-dom', '@tanstack/react-query', 'zod/mini'],
    allowed: ['./field.tsx', 'react', '@base-ui/react/menu'],
  },
  'client frame': {
    from: 'client/layout/navigation.tsx',
    refused: ['../search/search-dialog.tsx', '../feed/live-feed.tsx', './soon-page.tsx', '#server/db.ts'],
    allowed: ['./logo.tsx', '../app/island.tsx', '../ui/avatar.tsx', '../dialogs/login-prompt.tsx'],
  },
  'client/saved, client/search and client/pipelines': {
    from: 'client/saved/my-prompts.tsx',
    refused: [
      '../library/prompt-page.tsx',
      '../profile/saved-prompts.tsx',
      '../layout/shell.tsx',
      'fastify',
      'node:fs',
    ],
    allowed: ['./save-button.tsx', '../search/search-box.tsx', '../library/prompt-card.tsx', '../ui/dialog.tsx'],
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
    ],
    allowed: ['./rating.tsx', '../saved/save-button.tsx', '../search/highlight.tsx', '../dialogs/alerts.tsx'],
  },
  'client/admin': {
    from: 'client/admin/admin-page.tsx',
    refused: ['../layout/shell.tsx', '../profile/me-form.tsx', '../forum/forum-page.tsx', '#server/db.ts', 'fastify'],
    allowed: ['../layout/not-found.tsx', '../forum/review-list.tsx', '../blog/post-article.tsx', './areas.tsx'],
  },
  'client/dev': {
    from: 'client/dev/ui-gallery.tsx',
    refused: ['#server/db.ts', 'node:fs', '../library/prompt-page.tsx'],
    allowed: ['../layout/shell.tsx', '../library/rating.tsx'],
  },
  'scripts and tests': {
    from: 'scripts/start.ts',
    refused: ['../vite.config.ts'],
    allowed: ['../server/main.ts', '../tests/support/browser.ts', 'vite'],
  },
  settings: { from: 'vite.config.ts', refused: ['./server/db.ts', './client/app/api.ts'], allowed: ['vite'] },
}
const cases = (which: 'refused' | 'allowed') =>
  Object.entries(planted).flatMap(([room, { from, [which]: all }]) => all.map((to) => [room, from, to] as const))
const judge = (file: string, text: string) => violationsOf(importsIn(file, text))

describe('the rooms of the house', () => {
  test('import only whom they may', { timeout: 60_000 }, () => {
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
    "import '../../server/db.ts'",
    "import type { A } from '../../server/db.ts'",
    "export { a } from '../../server/db.ts'",
    "export type * from '../../server/db.ts'",
    "export const a = async () => (await import('../../server/db.ts')).a",
    "export let a: import('../../server/db.ts').A",
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
    expect(allRights()).toContain('shared may import its own folder, shared/**, and packages like ^zod$')
  })
})
