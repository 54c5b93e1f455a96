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
 * used, as menus and what they need of Base UI, or the forms of accounts, is left where the splitting puts it.
 */
const isOfEveryPage = (id: string) =>
  /rolldown\/runtime|preload-helper/.test(id) ||
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|@tanstack|zod|lucide-react)\//.test(
    id,
  ) ||
  (/\/(client|shared)\//.test(id) &&
    !isOfForms(id) &&
    !isOfLibrary(id) &&
    !isOfPlans(id) &&
    !/\/(client\/(library|profile|legal)\/|shared\/(collections|marks)|ui\/menu|[a-z-]+-(dialog|menu))/.test(id) &&
    !id.includes('node_modules'))

/** What pages of prompts share; what concerns a member's own lists alone is not needed to read. */
const isOfLibrary = (id: string) =>
  /\/(client\/library\/|shared\/(marks|collections)|ui\/(copy-text|lock|use-combobox))/.test(id) &&
  !/-dialog|-menu|library\/(own\.|own-list|collect|move-|use-collect)/.test(id)

/** What the landing page shares with the plans' page. */
const isOfPlans = (id: string) =>
  /\/(shared\/subscription|client\/(money|plans\.queries)|ui\/(testimonials|accordion))/.test(id)

/** What the forms of accounts share: a visitor who only reads does without. */
const isOfForms = (id: string) => /\/(client\/(users\/|form\.tsx|me\.queries)|shared\/users|ui\/field)/.test(id)

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
            groups: [
              { name: 'site', test: isOfEveryPage, minShareCount: 2 },
              { name: 'library', test: isOfLibrary, minShareCount: 2 },
              { name: 'plans', test: isOfPlans, minShareCount: 2 },
              { name: 'forms', test: isOfForms, minShareCount: 2 },
            ],
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
