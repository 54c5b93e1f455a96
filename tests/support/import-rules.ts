import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { parseSync } from 'vite'

type Room = {
  /** Where its files are. A file belongs to the first room that fits it; one that fits none is refused. */
  files: string
  /** Which files they may import, besides those of their own folder; all else is refused. */
  may: string[]
  /** Which entries, in their own folder too: `{own}` stands for it. */
  entries?: string[]
  packages: RegExp
  /** Whether they may import what only the running program names. */
  computes?: true
}

const entries = ['**/*.routes.ts', '**/*-page.tsx', 'client/app/entry-*.tsx', 'server/main.ts']

const anything = /^/
const notFastify = /^(?!fastify$|fastify-|@fastify\/)/
const ofBrowsers = /^(?!node:|fastify$|fastify-|@fastify\/|pg$|@prisma\/|ioredis$)/

const core = [
  'shared/**',
  'server/{settings,setting-formats,secret-files,db,problem,jobs,messages,addresses}.ts',
  'server/{generated,database}/**',
]
const services = 'server/{cache,editing,limits,mail,markdown,pages,telemetry}/**'
const serverFeatures = 'server/{users,library,saved,blog,forum,subscription,seo,site}/**'
const clientBase = ['shared/**', 'client/{app,ui,dialogs}/**']

export const rooms: Record<string, Room> = {
  shared: { files: 'shared/**', may: ['shared/**'], packages: /^zod$/ },

  'server root': {
    files: 'server/{settings,setting-formats,secret-files,db,problem,jobs,addresses}.ts',
    may: core,
    packages: anything,
  },
  'server/messages.ts': {
    files: 'server/messages.ts',
    may: ['shared/**', 'server/*/messages.{en,es}.ts'],
    packages: /^$/,
  },
  'server/database': { files: 'server/{generated,database}/**', may: core, packages: anything, computes: true },
  'server/main.ts': {
    files: 'server/{main,migrate,prepare}.ts',
    may: ['shared/**', 'server/**'],
    packages: anything,
    computes: true,
  },
  'server/app.ts': {
    files: 'server/{app,routes,background}.ts',
    may: ['shared/**', 'server/**'],
    entries: ['**/*.routes.ts'],
    packages: anything,
  },
  'server services': {
    files: 'server/{http,cache,editing,limits,mail,markdown,pages,telemetry}/**',
    may: [...core, services, 'server/http/**'],
    packages: anything,
  },
  'server/sandbox': { files: 'server/sandbox/**', may: ['server/sandbox/**'], packages: anything },
  'server routes': {
    files: 'server/*/*.routes.ts',
    may: [...core, 'server/{http,limits,cache,editing}/**'],
    entries: ['{own}/*.routes.ts'],
    packages: anything,
  },
  'server jobs': { files: 'server/*/*.jobs.ts', may: [...core, services, 'server/http/**'], packages: notFastify },
  'server/admin': {
    files: 'server/admin/**',
    may: [...core, services, serverFeatures, 'server/library-import/**'],
    packages: notFastify,
  },
  'server/library-import': {
    files: 'server/library-import/**',
    may: [...core, services, serverFeatures],
    packages: notFastify,
  },
  'server/starter': {
    files: 'server/starter/**',
    may: [...core, services, serverFeatures, 'server/library-import/**'],
    packages: notFastify,
  },
  'server/backup': { files: 'server/backup/**', may: core, packages: notFastify },
  'server features': { files: serverFeatures, may: [...core, services, serverFeatures], packages: notFastify },

  'client routes': {
    files: 'client/app/routes.tsx',
    may: [
      ...clientBase,
      'client/dev/*.tsx',
      'client/search/search-dialog.tsx',
      'client/saved/resume-action.tsx',
      'client/notifications/bell.tsx',
    ],
    entries: ['**/*-page.tsx'],
    packages: ofBrowsers,
  },
  'client/app/app.tsx': {
    files: 'client/app/app.tsx',
    may: [...clientBase, 'client/{layout,feed}/**'],
    packages: ofBrowsers,
  },
  'client queries': {
    files: 'client/*/*.queries.ts',
    may: ['shared/**', 'client/app/{api,for-viewer}.ts'],
    packages: ofBrowsers,
  },
  'client/app': { files: 'client/app/**', may: ['shared/**', 'client/ui/**'], packages: ofBrowsers },
  'client/ui': { files: 'client/ui/**', may: [], packages: /^(react|react-dom|lucide-react|@base-ui\/react)$/ },
  'client frame': { files: 'client/{layout,dialogs,feed}/**', may: clientBase, packages: ofBrowsers },
  'client/saved, client/search and client/pipelines': {
    files: 'client/{saved,search,pipelines}/**',
    may: [...clientBase, 'client/{saved,search,library,pipelines}/**'],
    packages: ofBrowsers,
  },
  'client features': {
    files: 'client/{landing,users,library,blog,forum,notifications,subscription,profile,legal}/**',
    may: [...clientBase, 'client/{saved,search}/**'],
    packages: ofBrowsers,
  },
  'client/admin': {
    files: 'client/admin/**',
    // Its own folder's parts are for all areas; no area imports another's.
    may: [
      ...clientBase,
      'client/layout/not-found.tsx',
      'client/admin/*.{ts,tsx}',
      'client/{blog,forum,saved,search}/**',
    ],
    packages: ofBrowsers,
  },
  'client/dev': { files: 'client/dev/**', may: ['shared/**', 'client/**'], packages: ofBrowsers },

  'scripts and tests': {
    files: '{scripts,tests}/**',
    may: ['{shared,server,client,scripts,tests}/**'],
    entries,
    packages: anything,
    computes: true,
  },
  settings: { files: '*.config.ts', may: [], packages: anything },
}

/** Folders that import each other one way at most. */
const oneWay = ['server/{http,cache,editing,limits,mail,markdown,pages,telemetry}', posix.dirname(serverFeatures)]

export type Import = { from: string; to: string; isPackage: boolean }
const computed = 'whatever it names as it runs'

const fits = (path: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(path, pattern))
export const roomOf = (file: string) => Object.keys(rooms).find((name) => matchesGlob(file, rooms[name]?.files ?? ''))

function mayImport({ from, to, isPackage }: Import, room: Room): boolean {
  if (to === computed) return room.computes === true
  if (isPackage) return room.packages.test(/^(@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? '')
  const own = posix.dirname(from)
  if (fits(to, entries))
    return fits(
      to,
      (room.entries ?? []).map((pattern) => pattern.replace('{own}', own)),
    )
  return fits(to, own.includes('/') ? [...room.may, `${own}/**`] : room.may)
}

export const allRights = () =>
  Object.entries(rooms).map(([name, { may, entries: named = [], packages }]) => {
    const files = ['its own folder', ...may, ...named].join(', ')
    return `${name} may import ${files}, and packages like ${packages.source}`
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
