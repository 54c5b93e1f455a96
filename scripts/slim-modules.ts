import { globSync, rmSync } from 'node:fs'

/** Files that no server needs: types, source maps, the compiler, and Prisma's compilers for other databases. */
export const unread = [
  'node_modules/{typescript,@typescript,@types}',
  'node_modules/.bin/{tsc,tsserver}',
  'node_modules/**/*.{d.ts,d.mts,d.cts,map}',
  'node_modules/@prisma/client/runtime/query_compiler_*.{cockroachdb,mysql,sqlite,sqlserver}.*',
]

if (import.meta.main) for (const path of globSync(unread)) rmSync(path, { recursive: true, force: true })
