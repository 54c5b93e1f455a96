import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as viteBuild } from 'vite'
import type { InlineConfig } from 'vite'
import { chunkOf, entryChunkOf } from './chunks.ts'
import { copyFormerAssets } from './former-assets.ts'

function compressAssets(folder: string) {
  for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const body = readFileSync(join(folder, name))
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
    writeFileSync(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }))
  }
}

function nameChunk({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }): string {
  const feature = /([^/]+\/)messages\.\w+\.ts$/.exec(facadeModuleId ?? '')?.[1]?.replace('/', '-') ?? ''
  return `assets/${feature}${name}-[hash].js`
}

const next = 'dist/next'

/** Moves the complete build into place. Until then a running server uses the former files. */
function takeOver() {
  copyFormerAssets('dist/client', `${next}/client`)
  for (const side of ['client', 'server']) {
    if (existsSync(`dist/${side}`)) renameSync(`dist/${side}`, `${next}/former-${side}`)
    renameSync(`${next}/${side}`, `dist/${side}`)
  }
  rmSync(next, { recursive: true })
}

/** Marks schema calls as pure, so that unused schemas are removed. */
const schemaMakers = [
  'z',
  'PlainText',
  'pageOf',
  'bidirectionalPageOf',
  'idParam',
  'tierRequired',
  'patternParam',
  'choiceParam',
  'fieldError',
  'abortingError',
  'lineUpTo',
  'trimmedLineUpTo',
  'paragraphsUpTo',
  'wholeNumber',
  'wholeNumberParam',
  'numberParam',
  'textBetween',
  'lineOrBlank',
  'textUpTo',
  'visibleUpTo',
  'inLocales',
  'idsUpTo',
  'previewOf',
]

export const browserBuild = (outDir: string): InlineConfig => ({
  logLevel: 'warn',
  build: {
    outDir,
    manifest: true,
    // Chunks of every page need no preload.
    modulePreload: {
      resolveDependencies: (file, needed) =>
        needed.filter((name) => name !== file && !/\/(site|rolldown-runtime|entry-browser)-/.test(name)),
    },
    rolldownOptions: {
      // React reads functions that only its own builds of the scheduler have.
      checks: { importIsUndefined: false },
      input: 'client/start/entry-browser.tsx',
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
      treeshake: {
        manualPureFunctions: schemaMakers,
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /\/shared\/(?:[a-z]+\/)?[^/]+\.ts$/, sideEffects: false }],
      },
      output: {
        chunkFileNames: nameChunk,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: entryChunkOf, debugName: 'of every page' },
            { name: chunkOf, debugName: 'by feature', minShareCount: 2 },
          ],
        },
      },
    },
  },
})

export async function build(): Promise<void> {
  rmSync(next, { recursive: true, force: true })
  await viteBuild(browserBuild(`${next}/client`))
  compressAssets(`${next}/client/assets`)
  await viteBuild({
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'client/start/entry-server.tsx', outDir: `${next}/server`, target: 'node24' },
  })
  takeOver()
}

if (import.meta.main) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.exit(1), 250).unref()
  await build()
}
