import { fileURLToPath } from 'node:url'

/**
 * A young generation of 16 MB holds the garbage of a page. Without the limit on growth, large responses increased the heap
 * to 470 MB. Prisma's WebAssembly causes an ExperimentalWarning.
 */
export const nodeOptions = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=25',
  '--disable-warning=ExperimentalWarning',
]

/** glibc creates eight malloc arenas per core by default. Without the compile cache each start loads the TypeScript compiler (20 MB). */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}
