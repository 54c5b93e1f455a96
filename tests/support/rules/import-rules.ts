import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { parseSync } from 'vite'

type Room = {
  /** Where its files are. A file belongs to the first room that fits it; one that fits none is refused. */
  files: string
  /** Which files they may import, besides those of their own folder; all else is refused. */
  may: string[]
  /** Which of their own folder they may import, where that is not all of it: `{own}` stands for it. */
  own?: string[]
  /** Which entries, in their own folder too. */
  entries?: string[]
  /** Which packages, by name; `node:` stands for all that Node brings. */
  packages: string[]
  /** Whether they may import what only the running program names. */
  computes?: true
}

const entries = ['**/*.routes.ts', '**/*-page.tsx', 'client/app/entry-*.tsx', 'server/start/main.ts']

const fastify = ['fastify', 'fastify-plugin', 'fastify-type-provider-zod', 'zod', 'node:']
const browser = ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', 'zod', 'lucide-react']
/** Of a feature, besides Node's and zod. */
const packagesOf: Record<string, string[]> = {
  blog: ['sharp'],
  library: ['pg'],
  subscription: ['stripe'],
  users: ['@node-rs/argon2', '@zxcvbn-ts/*', 'bowser', 'google-auth-library', 'unhomoglyph'],
}

const shared = ['shared/**']
const base = [...shared, 'server/{settings,generated,database}/**', 'server/{problem,jobs,log-repeats,translate}.ts']
const core = [...base, 'server/database/db.ts', 'server/sql/**']
const services = 'server/{cache,editing,limits,mail,markdown,pages,telemetry}/**'
const features = 'server/{users,library,saved,blog,texts,notifications,forum,moderation,subscription,seo,site}/**'
const clientBase = [...shared, 'client/{app,ui,dialogs}/**']
const whole = [
  ...core,
  'server/{app,routes,messages}.ts',
  services,
  features,
  'server/{http,start,admin,library-import,starter,backup}/**',
  'server/tracing/**',
]

const service = (name: string, may: string[], packages: string[] = []): Record<string, Room> => ({
  [`server/${name}`]: { files: `server/${name}/**`, may: [...core, ...may], packages: ['node:', ...packages] },
})
const feature = (name: string): [string, Room] => [
  `server/${name}`,
  {
    files: `server/${name}/**`,
    may: [...core, services, features],
    packages: ['node:', 'zod', ...(packagesOf[name] ?? [])],
  },
]
const clientPart = (files: string, may: string[], packages: string[] = []): Room => ({
  files,
  may: [...clientBase, ...may],
  packages: [...browser, ...packages],
})

export const rooms: Record<string, Room> = {
  shared: { files: 'shared/**', may: shared, packages: ['zod'] },

  'server root': {
    files: 'server/{db,problem,jobs,log-repeats,translate}.ts',
    may: core,
    packages: ['node:', 'pg', 'pg-boss', '@prisma/adapter-pg', 'dataloader'],
  },
  'server/messages.ts': {
    files: 'server/messages.ts',
    may: [...shared, 'server/translate.ts', 'server/*/messages.{en,es}.ts'],
    packages: [],
  },
  'server/settings': {
    files: 'server/settings/**',
    may: [...shared, 'server/database/**'],
    packages: ['node:', 'zod', '@fastify/proxy-addr'],
  },
  'server/database': {
    files: 'server/{generated,database}/**',
    may: base,
    packages: ['node:', 'pg', 'zod'],
    computes: true,
  },
  'server/start': {
    files: 'server/start/**',
    may: whole,
    packages: ['node:', 'fastify'],
    computes: true,
  },
  'server/app.ts': {
    files: 'server/{app,routes}.ts',
    may: whole,
    entries: ['**/*.routes.ts'],
    packages: [...fastify, '@fastify/compress'],
  },
  'server/sandbox': { files: 'server/sandbox/**', may: ['server/sandbox/**'], packages: [...fastify, 'stripe'] },
  'server routes': {
    files: 'server/*/*.routes.ts',
    may: [...base, 'server/{http,limits,cache,editing}/**', 'server/texts/posting-rules.ts'],
    entries: ['{own}/*.routes.ts'],
    packages: fastify,
  },
  'server jobs': {
    files: 'server/*/*.jobs.ts',
    may: [...core, services, 'server/http/**'],
    packages: ['node:', 'zod'],
  },
  ...service('http', ['server/limits/**'], [...fastify, '@fastify/*', 'lru-cache', 'find-my-way']),
  ...service('cache', ['server/{http,telemetry}/**'], [...fastify, '@fastify/*', 'lru-cache', 'find-my-way', 'pg']),
  ...service('sql', [], ['zod']),
  ...service('editing', ['server/http/**'], fastify),
  ...service('limits', [], ['@fastify/proxy-addr', 'lru-cache', 'ioredis', 'rate-limiter-flexible']),
  ...service('mail', [], ['nodemailer']),
  ...service('markdown', [], ['markdown-it', 'sanitize-html']),
  ...service('pages', ['server/{cache,http}/**'], [...fastify, '@fastify/static']),
  ...service('telemetry', ['server/{http,limits,mail}/**'], [...fastify, 'prom-client', 'lru-cache', 'find-my-way']),
  // What few sites have.
  ...service('tracing', ['server/{http,telemetry}/**'], ['fastify', 'fastify-plugin', '@opentelemetry/*']),
  'server/admin': {
    files: 'server/admin/**',
    may: [...core, services, features, 'server/library-import/**'],
    packages: ['node:', 'zod'],
  },
  'server/library-import': {
    files: 'server/library-import/**',
    may: [...core, services, features],
    packages: ['node:', 'zod', 'pg'],
  },
  'server/starter': {
    files: 'server/starter/**',
    may: [...core, services, features, 'server/library-import/**'],
    packages: ['node:', 'pg'],
  },
  'server/backup': {
    files: 'server/backup/**',
    may: core,
    packages: ['node:', 'zod', 'pg', 'pg-boss', 'pg-copy-streams'],
  },
  // What the forum stands on.
  ...service('texts', ['server/{limits,markdown}/**'], ['zod']),
  ...service('notifications', ['server/{texts,limits,mail}/**'], ['zod']),
  ...Object.fromEntries(
    ['users', 'library', 'saved', 'blog', 'forum', 'moderation', 'subscription', 'seo', 'site'].map(feature),
  ),

  'client routes': {
    ...clientPart('client/start/routes.tsx', [
      'client/dev/*.tsx',
      'client/search/search-dialog.tsx',
      'client/saved/resume-action.tsx',
      'client/notifications/bell.tsx',
    ]),
    entries: ['**/*-page.tsx'],
  },
  'client/start/app.tsx': clientPart('client/start/app.tsx', ['client/{layout,feed}/**']),
  'client queries': {
    files: 'client/*/*.queries.ts',
    may: [...shared, 'client/app/api.ts'],
    own: ['{own}/*.ts'],
    packages: ['@tanstack/react-query', 'zod'],
  },
  'client/app': { files: 'client/app/**', may: [...shared, 'client/{app,ui}/**'], packages: browser },
  'client/ui': { files: 'client/ui/**', may: [], packages: ['react', 'react-dom', 'lucide-react', '@base-ui/react'] },
  'client frame': clientPart('client/{layout,dialogs,feed}/**', []),
  'client/saved, client/search and client/pipelines': clientPart('client/{saved,search,pipelines}/**', [
    'client/{saved,search,library,pipelines}/**',
  ]),
  'client/forum': clientPart('client/forum/**', ['client/{saved,search,forum}/**']),
  'client features': clientPart(
    'client/{landing,users,library,blog,moderation,notifications,subscription,profile,legal}/**',
    ['client/{saved,search}/**'],
  ),
  // Its own folder's parts are for all areas; no area imports another's.
  'client/admin': clientPart(
    'client/admin/**',
    [
      'client/layout/not-found.tsx',
      'client/legal/shipped-text.ts',
      'client/landing/*.{ts,tsx}',
      'client/admin/*.{ts,tsx}',
      'client/{blog,forum,moderation,saved,search}/**',
    ],
    ['diff', '@visx/*'],
  ),
  'client/dev': clientPart('client/dev/**', ['client/**']),

  // Images have scripts and no tests.
  scripts: {
    files: 'scripts/**',
    may: ['{shared,server,scripts}/**'],
    entries: ['server/start/main.ts', 'client/start/entry-server.tsx'],
    packages: [
      'node:',
      'commander',
      'ioredis',
      'nodemailer',
      'pg',
      'pg-boss',
      'vite',
      '@prisma/adapter-pg',
      '@prisma/driver-adapter-utils',
      '@prisma/schema-engine-wasm',
    ],
    computes: true,
  },
  tests: {
    files: 'tests/**',
    may: ['{shared,server,client,scripts,tests}/**', 'vite.config.ts'],
    entries,
    packages: ['*', '@*/*', 'node:'],
    computes: true,
  },
  settings: {
    files: '*.config.ts',
    may: [],
    packages: ['node:', 'vite', 'vitest', '@vitejs/plugin-react', '@tailwindcss/vite'],
  },
}

/** Folders that import each other one way at most. */
const oneWay = ['server/{http,cache,editing,limits,mail,markdown,pages,telemetry}', posix.dirname(features)]

export type Import = { from: string; to: string; isPackage: boolean }
const computed = 'whatever it names as it runs'

const fits = (path: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(path, pattern))
export const roomOf = (file: string) => Object.keys(rooms).find((name) => matchesGlob(file, rooms[name]?.files ?? ''))

function mayImport({ from, to, isPackage }: Import, room: Room): boolean {
  if (to === computed) return room.computes === true
  if (isPackage) return fits(/^(node:|(@[^/]+\/)?[^/]+)/.exec(to)?.[0] ?? '', room.packages)
  const folder = posix.dirname(from)
  const within = (patterns: string[] = []) => patterns.map((pattern) => pattern.replace('{own}', folder))
  if (fits(to, entries)) return fits(to, within(room.entries))
  return fits(to, [...room.may, ...(folder.includes('/') ? within(room.own ?? ['{own}/**']) : [])])
}

export const allRights = () =>
  Object.entries(rooms).map(([name, { may, entries: named = [], packages }]) => {
    const files = ['its own folder', ...may, ...named].join(', ')
    return `${name} may import ${files}, and the packages ${packages.join(', ')}`
  })

export function violationsOf(imports: Import[]): string[] {
  const refused = imports.flatMap((one) => {
    const name = roomOf(one.from)
    const room = rooms[name ?? '']
    if (!room) return [`${one.from} stands in no room.`]
    return mayImport(one, room) ? [] : [`${one.from} may not import ${one.to} (${name}).`]
  })
  return [...new Set([...refused, ...oneWay.flatMap((folders) => circlesOf(imports, folders))])]
}

/** A way back to where it began, for each folder of the kind from which one leads there. */
function circlesOf(imports: Import[], folders: string): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [one, other] = [posix.dirname(from), posix.dirname(to)]
    if (one !== other && fits(one, [folders]) && fits(other, [folders]))
      next.set(one, (next.get(one) ?? new Set()).add(other))
  }
  const findCircle = (way: string[]): string[] | undefined => {
    for (const to of next.get(way.at(-1) ?? '') ?? []) {
      if (to === way[0]) return [...way, to]
      const circle = way.includes(to) ? undefined : findCircle([...way, to])
      if (circle) return circle
    }
    return undefined
  }
  return [...next.keys()].flatMap((from) => {
    const circle = findCircle([from])
    return circle ? [`${circle.join(' → ')} is a circle.`] : []
  })
}

type Node = { type?: string; source?: Node | null; value?: unknown; literal?: Node; argument?: Node }
const sources = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** What a program names: in imports and exports, of types too, in import() and in import.meta.glob(). Null: as it runs. */
function specifiersOf(node: unknown): (string | null)[] {
  if (typeof node !== 'object' || node === null) return []
  const { type = '', source, argument } = node as Node
  const inside = Object.values(node).flatMap(specifiersOf)
  const named = source ?? (type === 'TSImportType' ? argument : null)
  if (named && sources.has(type)) {
    const value = named.value ?? named.literal?.value
    return [typeof value === 'string' ? value : null, ...inside]
  }
  const call = node as { callee?: { property?: { name?: string } }; arguments?: Node[] }
  if (type !== 'CallExpression' || call.callee?.property?.name !== 'glob') return inside
  return [...(call.arguments ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])), ...inside]
}

export function importsIn(file: string, text: string): Import[] {
  return specifiersOf(parseSync(file, text).program).map((specifier) => {
    const name = specifier?.replace(/\?.*/s, '') ?? computed
    const side = /^#((?:shared|server|client)\/.*)/s.exec(name)?.[1]
    const path = name.startsWith('.') ? posix.join(posix.dirname(file), name) : side
    return { from: file, to: path ?? name, isPackage: path === undefined }
  })
}

const everyFile = ['{shared,server,client,scripts,tests}/**/*.{ts,tsx,mjs}', '*.config.ts']
export const allImports = () =>
  globSync(everyFile, { exclude: ['server/generated/**'] }).flatMap((file) =>
    importsIn(file, readFileSync(file, 'utf8')),
  )
