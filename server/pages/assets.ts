import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '#shared/locale.ts'

export type BuiltAssets = {
  entry: string
  styles: string[]
  fonts: string[]
  preloads: string[]
  images: Record<string, string>
  ground?: [string, string] // light and dark, if the site has its own colours
}

export const clientFolder = fileURLToPath(new URL('../../dist/client/', import.meta.url))

type ManifestEntry = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, ManifestEntry>

function filesOf(manifest: Manifest, name: string, locale: Locale, found = new Set<string>()): Set<string> {
  const entry = manifest[name]
  if (found.has(name) || !entry) return found
  found.add(name)
  const messages = (entry.dynamicImports ?? []).filter((file) => file.endsWith(`messages.${locale}.ts`))
  for (const imported of [...(entry.imports ?? []), ...messages]) filesOf(manifest, imported, locale, found)
  return found
}

function imagesOf(manifest: Manifest): Record<string, string> {
  const named = Object.entries(manifest).map(([name, { file }]) => [
    /open-graph\/(\w+)\.png$/.exec(name)?.[1],
    `/${file}`,
  ])
  return Object.fromEntries(named.filter(([name]) => name))
}

const addresses = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)

export function createAssetFinder(): (page: string | null, locale: Locale) => BuiltAssets {
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const entry = 'client/start/entry-browser.tsx'
  const images = imagesOf(manifest)
  const find = (page: string | null, locale: Locale): BuiltAssets => {
    const names = new Set([
      ...filesOf(manifest, entry, locale),
      ...(page ? filesOf(manifest, page.replace('../', 'client/'), locale) : []),
    ])
    const needed = [...names].flatMap((name) => manifest[name] ?? [])
    return {
      entry: `/${manifest[entry]?.file}`,
      styles: addresses(needed.flatMap(({ css }) => css ?? [])),
      fonts: addresses(needed.flatMap(({ assets }) => assets ?? []).filter((file) => file.endsWith('.woff2'))),
      preloads: addresses(needed.filter(({ file }) => file !== manifest[entry]?.file).map(({ file }) => file)),
      images,
    }
  }
  const known = new Map<string, BuiltAssets>()
  return (page, locale) => {
    const key = `${locale} ${page}`
    const assets = known.get(key) ?? find(page, locale)
    known.set(key, assets)
    return assets
  }
}
