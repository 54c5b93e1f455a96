import { fileURLToPath } from 'node:url'

/**
 * How Node is run here: a young generation of 2 MB and a heap that grows by a quarter at a time. By default V8 lets a
 * heap grow to several times what is alive in it, which took 360 MB for a server that needs 230. Modules in
 * WebAssembly, of which Prisma has one, are still announced as experimental.
 */
export const nodeOptions = [
  '--max-semi-space-size=2',
  '--heap-growing-percent=25',
  '--disable-warning=ExperimentalWarning',
]

/**
 * Two arenas of the C library's allocator instead of eight a core: threads are few, and what they leave stays small.
 * Compiled modules are kept, so that only the first start has to load the compiler of TypeScript, which takes 20 MB.
 */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}
