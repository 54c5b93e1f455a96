import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as viteBuild } from 'vite'

/** Hashed files never change: they are compressed as far as it goes, once. */
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

/**
 * What pages share is one file instead of twenty: a first view is a handful of requests. What is fetched only when first
 * used, as menus and what they need of Base UI, or concerns the personal library alone, is left where the splitting
 * puts it.
 */
const isOfEveryPage = (id: string) =>
  /rolldown\/runtime|preload-helper/.test(id) ||
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|@tanstack|zod|lucide-react)\//.test(
    id,
  ) ||
  (/\/(client|shared)\//.test(id) &&
    !/\/(ui\/menu|[a-z-]+-(dialog|menu))\.tsx/.test(id) &&
    !/\/(library\/(own[.-]|collect|move-|use-collect|use-marks|marks\.)|shared\/(collections|marks|users)\.)/.test(
      id,
    ) &&
    !id.includes('node_modules'))

/** The browser's files into dist/client and what draws pages on the server into dist/server. */
export async function build(): Promise<void> {
  rmSync('dist', { recursive: true, force: true })
  await viteBuild({
    logLevel: 'warn',
    build: {
      outDir: 'dist/client',
      manifest: true,
      rolldownOptions: {
        input: 'client/entry-browser.tsx',
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: 'site', test: isOfEveryPage, minShareCount: 2 }],
          },
        },
      },
    },
  })
  compressAssets('dist/client/assets')
  await viteBuild({
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: 'client/entry-server.tsx', outDir: 'dist/server', target: 'node24' },
  })
}

if (import.meta.main) await build()
