import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, posix } from 'node:path'
import { parseSync } from 'vite'

type ImportRule = {
  /** Glob of the rule's files; the first matching rule applies, a file without a rule is refused. */
  files: string
  /** Allowed files outside of the own folder. */
  may: string[]
  inFolder?: string[]
  /** Allowed entries: route tables, pages and programs are closed to other files. */
  entries?: string[]
  /** Packages by name; `node:` allows all modules of Node. */
  packages: string[]
  /** True: imports with a computed name are allowed. */
  computes?: true
}

const entries = ['**/*.routes.ts', '**/*-page.tsx', 'client/start/entry-*.tsx', 'server/start/main.ts']

const fastify = ['fastify', 'fastify-plugin', 'fastify-type-provider-zod', 'zod', 'node:']
const browser = ['react', 'react-dom', 'react-router-dom', '@tanstack/react-query', 'zod', 'lucide-react']
const packagesOf: Record<string, string[]> = {
  blog: ['sharp'],
  library: ['pg'],
  subscription: ['stripe'],
  users: ['@node-rs/argon2', '@zxcvbn-ts/*', 'bowser', 'google-auth-library', 'unhomoglyph'],
}

const shared = ['shared/**']
const base = [...shared, 'server/{settings,generated}/**', 'server/{problem,jobs,log-repeats,translate}.ts']
const core = [...base, 'server/{database,sql}/**']
const services = 'server/{cache,editing,limits,mail,markdown,pages,telemetry}/**'
const features = 'server/{users,library,saved,blog,texts,notifications,forum,moderation,subscription,seo,site}/**'
const clientBase = [...shared, 'client/{app,ui,dialogs}/**']
const wholeServer = [
  ...core,
  'server/{app,routes,messages}.ts',
  services,
  features,
  'server/{http,start,embedded,admin,library-import,backup}/**',
]

const service = (name: string, may: string[], packages: string[] = []): Record<string, ImportRule> => ({
  [`server/${name}`]: { files: `server/${name}/**`, may: [...core, ...may], packages: ['node:', ...packages] },
})
const feature = (name: string): [string, ImportRule] => [
  `server/${name}`,
  {
    files: `server/${name}/**`,
    may: [...core, services, features],
    packages: ['node:', 'zod', ...(packagesOf[name] ?? [])],
  },
]
const clientPart = (files: string, may: string[], packages: string[] = []): ImportRule => ({
  files,
  may: [...clientBase, ...may],
  packages: [...browser, ...packages],
})

export const importRules: Record<string, ImportRule> = {
  shared: { files: 'shared/**', may: shared, packages: ['zod'] },

  'server/{problem,log-repeats,translate}.ts': {
    files: 'server/{problem,log-repeats,translate}.ts',
    may: [...shared, 'server/translate.ts'],
    packages: ['node:'],
  },
  'server/jobs.ts': { files: 'server/jobs.ts', may: core, packages: ['node:', 'pg', 'pg-boss'] },
  'server/messages.ts': {
    files: 'server/messages.ts',
    may: [...shared, 'server/translate.ts', 'server/*/messages.{en,es}.ts'],
    packages: [],
  },
  'server/settings': {
    files: 'server/settings/**',
    may: [...shared, 'server/database/hosts.ts'],
    packages: ['node:', 'zod', '@fastify/proxy-addr'],
  },
  'server/database': {
    files: 'server/{generated,database}/**',
    may: [...shared, 'server/{settings,generated,database}/**', 'server/log-repeats.ts'],
    packages: ['node:', 'pg', 'zod', '@prisma/adapter-pg', 'dataloader'],
    computes: true,
  },
  'server/embedded': {
    files: 'server/embedded/**',
    may: ['server/{settings,database}/**'],
    packages: ['node:', 'pg'],
    computes: true,
  },
  'server/start': {
    files: 'server/start/**',
    may: wholeServer,
    packages: ['node:', 'fastify'],
    computes: true,
  },
  'server/app.ts': {
    files: 'server/app.ts',
    may: wholeServer.filter((files) => files !== 'server/{app,routes,messages}.ts'),
    packages: [...fastify, '@fastify/compress'],
  },
  'server/routes.ts': {
    files: 'server/routes.ts',
    may: wholeServer,
    entries: ['**/*.routes.ts'],
    packages: ['fastify-plugin'],
  },
  'server/sandbox': { files: 'server/sandbox/**', may: ['server/sandbox/**'], packages: [...fastify, 'stripe'] },
  'server routes': {
    files: 'server/*/*.routes.ts',
    may: [...base, 'server/{http,limits,cache,editing}/**', 'server/texts/posting-rules.ts'],
    entries: ['{folder}/*.routes.ts'],
    packages: fastify,
  },
  'server jobs': {
    files: 'server/*/*.jobs.ts',
    may: [...core, services, 'server/http/**'],
    packages: ['node:', 'zod'],
  },
  ...service('http', ['server/limits/**'], [...fastify, '@fastify/*', 'lru-cache', 'find-my-way']),
  ...service('cache', ['server/http/**'], [...fastify, '@fastify/*', 'lru-cache', 'find-my-way', 'pg']),
  ...service('sql', [], ['zod']),
  ...service('editing', ['server/http/**'], fastify),
  ...service('limits', [], ['@fastify/proxy-addr', 'lru-cache', 'ioredis', 'rate-limiter-flexible']),
  ...service('mail', ['server/settings/data-folder.ts'], ['nodemailer']),
  ...service('markdown', [], ['markdown-it', 'sanitize-html']),
  ...service('pages', ['server/{cache,http}/**'], [...fastify, '@fastify/static']),
  ...service('telemetry', ['server/{http,limits,mail}/**'], [...fastify, 'prom-client', 'lru-cache', 'find-my-way']),
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
  'server/backup': {
    files: 'server/backup/**',
    may: core,
    packages: ['node:', 'zod', 'pg', 'pg-boss', 'pg-copy-streams'],
  },
  ...service('texts', ['server/{limits,markdown}/**'], ['zod']),
  ...service('notifications', ['server/{texts,limits,mail,markdown}/**'], ['zod']),
  ...Object.fromEntries(
    ['users', 'library', 'saved', 'blog', 'forum', 'moderation', 'subscription', 'seo', 'site'].map(feature),
  ),

  'client routes': {
    ...clientPart('client/start/routes.tsx', [
      'client/search/search-dialog.tsx',
      'client/saved/resume-action.tsx',
      'client/notifications/bell.tsx',
    ]),
    entries: ['**/*-page.tsx'],
  },
  'client/start': clientPart('client/start/**', ['client/{start,layout,feed}/**']),
  'client queries': {
    files: 'client/*/*.queries.ts',
    may: [...shared, 'client/app/api.ts'],
    inFolder: ['{folder}/*.ts'],
    packages: ['@tanstack/react-query', 'zod'],
  },
  'client/app': { files: 'client/app/**', may: [...shared, 'client/{app,ui}/**'], packages: browser },
  'client/ui': {
    files: 'client/ui/**',
    may: ['shared/library/groups.ts'],
    packages: ['react', 'react-dom', 'lucide-react', '@base-ui/react'],
  },
  'client/{layout,dialogs,feed}': clientPart('client/{layout,dialogs,feed}/**', []),
  'client/saved': clientPart('client/saved/**', []),
  'client/search': clientPart('client/search/**', ['client/saved/**']),
  'client/library': clientPart('client/library/**', ['client/{saved,search}/**']),
  'client/{pipelines,collections}': clientPart('client/{pipelines,collections}/**', [
    'client/{saved,search,library}/**',
  ]),
  'client/profile': clientPart('client/profile/**', ['client/{saved,search,collections}/**']),
  'client/forum': clientPart('client/forum/**', ['client/{saved,search,forum}/**']),
  'client features': clientPart('client/{landing,users,blog,moderation,notifications,subscription,legal}/**', [
    'client/{saved,search}/**',
  ]),
  // All areas may use the files beside their folders; no area imports another area.
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
  'configuration files': {
    files: '*.config.ts',
    may: [],
    packages: ['node:', 'vite', 'vitest', '@vitejs/plugin-react', '@tailwindcss/vite'],
  },
}

export type Import = { from: string; to: string; isPackage: boolean }
const computed = 'a module whose name is computed'

const matches = (path: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(path, pattern))
export const ruleNameOf = (file: string) =>
  Object.keys(importRules).find((name) => matchesGlob(file, importRules[name]?.files ?? ''))

function mayImport({ from, to, isPackage }: Import, rule: ImportRule): boolean {
  if (to === computed) return rule.computes === true
  if (isPackage) return matches(/^(node:|(@[^/]+\/)?[^/]+)/.exec(to)?.[0] ?? '', rule.packages)
  const folder = posix.dirname(from)
  const resolved = (patterns: string[] = []) => patterns.map((pattern) => pattern.replace('{folder}', folder))
  if (matches(to, entries)) return matches(to, resolved(rule.entries))
  return matches(to, [...rule.may, ...(folder.includes('/') ? resolved(rule.inFolder ?? ['{folder}/**']) : [])])
}

export const describeRules = () =>
  Object.entries(importRules).map(([name, { may, entries: named = [], packages }]) => {
    const files = ['its own folder', ...may, ...named].join(', ')
    return `${name} may import ${files}, and the packages ${packages.join(', ')}`
  })

export function violationsOf(imports: Import[]): string[] {
  const refused = imports.flatMap((one) => {
    const name = ruleNameOf(one.from)
    const rule = importRules[name ?? '']
    if (!rule) return [`${one.from} has no import rule.`]
    return mayImport(one, rule) ? [] : [`${one.from} may not import ${one.to} (${name}).`]
  })
  return [...new Set(refused)]
}

const sides = /^(?:server|client|shared|scripts)\//
const folderOf = (file: string) => file.split('/').slice(0, 2).join('/')

type Graph = Map<string, Set<string>>

/** Import graph by file or folder; type and lazy imports count. */
export function importGraph(imports: Import[], nameOf: (file: string) => string = (file) => file): Graph {
  const graph: Graph = new Map()
  for (const { from, to, isPackage } of imports) {
    if (isPackage || to === computed || !sides.test(from)) continue
    const [one, other] = [nameOf(from), nameOf(to)]
    if (one !== other) graph.set(one, (graph.get(one) ?? new Set()).add(other))
  }
  return graph
}
export const folderGraph = (imports: Import[]): Graph => importGraph(imports, folderOf)

export function cyclesOf(graph: Graph): string[] {
  const cycles: string[] = []
  const finished = new Set<string>()
  const visit = (node: string, path: string[]) => {
    if (finished.has(node)) return
    const start = path.indexOf(node)
    if (start !== -1) {
      cycles.push([...path.slice(start), node].join(' → '))
      return
    }
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    finished.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

export function countLayers(graph: Graph, prefix: string): number {
  const layers = new Map<string, number>()
  const layerOf = (node: string): number => {
    const known = layers.get(node)
    if (known !== undefined) return known
    const below = [...(graph.get(node) ?? [])].filter((next) => next.startsWith(prefix)).map(layerOf)
    const layer = 1 + Math.max(0, ...below)
    layers.set(node, layer)
    return layer
  }
  return Math.max(...[...graph.keys()].filter((node) => node.startsWith(prefix)).map(layerOf))
}

type Node = { type?: string; source?: Node | null; value?: unknown; literal?: Node; argument?: Node }
const sources = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

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
