import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { requestTargetOf } from '../http/request-target.ts'
import { skipCompression } from '../http/skip-compression.ts'

export const clientFolder = fileURLToPath(new URL('../../dist/client/', import.meta.url))

export type BuiltAssets = {
  entry: string
  styles: string[]
  fonts: string[]
  preloads: string[]
}

type ManifestEntry = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, ManifestEntry>

const entry = 'client/start/entry-browser.tsx'

function filesOf(manifest: Manifest, name: string, locale: Locale, found = new Set<string>()): Set<string> {
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
  if (found.has(name) || !manifest[name]) return found
  found.add(name)
  const messages = dynamicImports.filter((file) => file.endsWith(`messages.${locale}.ts`))
  for (const imported of [...imports, ...messages]) filesOf(manifest, imported, locale, found)
  return found
}

/** The font of prompts is not preloaded: it swaps, and its fallback has the same width. */
const isPreloadedFont = (file: string) => file.endsWith('.woff2') && !file.includes('sometype')

const addresses = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)

function assetsOf(manifest: Manifest, page: string, locale: Locale): BuiltAssets {
  const names = new Set([...filesOf(manifest, entry, locale), ...filesOf(manifest, page, locale)])
  const needed = [...names].flatMap((name) => manifest[name] ?? [])
  const first = manifest[entry]?.file
  return {
    entry: `/${first}`,
    styles: addresses(needed.flatMap(({ css }) => css ?? [])),
    fonts: addresses(needed.flatMap(({ assets }) => assets ?? []).filter(isPreloadedFont)),
    preloads: addresses(needed.filter(({ file }) => file !== first).map(({ file }) => file)),
  }
}

/** Assets of the pages by route file, such as `../library/prompt-page.tsx`. `other`: of an error page. */
type PageAssets = { pages: Map<string | null, BuiltAssets>; other: BuiltAssets }

export function readAssets(): Record<Locale, PageAssets> {
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const pages = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'))
  const inLocale = (locale: Locale) => ({
    pages: new Map(pages.map((page) => [page.replace('client/', '../'), assetsOf(manifest, page, locale)])),
    other: assetsOf(manifest, entry, locale),
  })
  return Object.fromEntries(locales.map((locale) => [locale, inLocale(locale)])) as Record<Locale, PageAssets>
}

const year = 31_536_000
const iconSeconds = 300

export type FindFile = (path: string) => Promise<{ type: string; bytes: Buffer } | null>

/** Serves the files of the build, and those of `findFile` in their stead. */
export async function serveFiles(app: FastifyInstance, { findFile }: { findFile: FindFile }): Promise<void> {
  app.addHook(
    'onRoute',
    (route) => void (route.config = { ...route.config, limit: 'none', isFile: true, routeLabel: '/assets/*' }),
  )
  app.addHook('onRequest', skipCompression) // the build has compressed these files
  app.addHook('onRequest', async (request, reply) => {
    const found = await findFile(requestTargetOf(request.raw).pathname)
    if (!found) return
    reply.type(found.type).header('cache-control', `public, max-age=${iconSeconds}`)
    if (found.type === 'image/png') reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.send(found.bytes)
  })
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      const seconds = basename(path).includes('icon') ? iconSeconds : 3_600
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : `public, max-age=${seconds}`)
      if (path.endsWith('.png')) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
}
