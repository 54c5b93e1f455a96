import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import type { Plugin, Rolldown } from 'vite'
import { browserBuild } from '../../../scripts/build.ts'

const [to = '', grown = ''] = process.argv.slice(2)
const grow: Plugin = {
  name: 'grow',
  enforce: 'pre',
  transform: (code, id) =>
    grown && id === resolve(grown) ? `${code}\nglobalThis.grown = '${randomBytes(10_240).toString('hex')}'` : null,
}

const base = browserBuild('dist/client')
const { output } = (await build({
  ...base,
  build: { ...base.build, write: false },
  plugins: [grow],
})) as Rolldown.RolldownOutput
const chunks = output.filter((file) => file.type === 'chunk')
const nameOf = (id: string) => id.replace(`${process.cwd()}/`, '')
const entries = new Map(chunks.map(({ fileName, facadeModuleId }) => [fileName, facadeModuleId ?? '']))
const described = chunks.map(({ fileName, code, moduleIds, facadeModuleId, imports, dynamicImports }) => ({
  // Chunk names contain a content hash.
  file: fileName,
  bytes: code.length,
  gzip: gzipSync(code, { level: 9 }).length,
  modules: moduleIds.map(nameOf),
  entry: facadeModuleId && nameOf(facadeModuleId),
  brings: [...imports, ...dynamicImports.filter((name) => entries.get(name)?.endsWith('.en.ts'))],
}))
writeFileSync(to, JSON.stringify(described))
