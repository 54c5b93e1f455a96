// Runs on any Node before anything is installed, then starts the task on the pinned Node.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'

/**
 * A young generation of 16 MB holds the garbage of a page. Without the limit on growth, large responses increased the heap
 * to 470 MB. Prisma's WebAssembly causes an ExperimentalWarning.
 */
const nodeOptions = ['--max-semi-space-size=16', '--heap-growing-percent=25', '--disable-warning=ExperimentalWarning']

/** glibc creates eight malloc arenas per core by default. Without the compile cache each start loads the TypeScript compiler (20 MB). */
const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
}

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const parent = process.ppid
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

function run(program, args, options) {
  const child = spawn(program, args, options)
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  // A signal to npm ends only the shell between; this process notices it by its new parent.
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    console.error('The parent process ended, so this process stops.')
    child.kill('SIGTERM')
  }, 250)
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  }).finally(() => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, pass)
  })
}

const pinnedNode = 'node_modules/.bin/node'
/** True after `npm ci --omit=dev`, which writes that file last. */
const isProduction = existsSync('node_modules/.package-lock.json') && !existsSync(pinnedNode)

async function install() {
  const lockHash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const stamp = 'node_modules/.installed'
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return
  console.error('Installing dependencies…')
  const isWindows = process.platform === 'win32'
  // NODE_ENV=production would skip the build tools.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await run(isWindows ? 'npm.cmd' : 'npm', ['ci', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  })
  if (code !== 0) process.exit(code)
  writeFileSync(stamp, lockHash)
}

const task = process.argv[2] ?? 'start'
const tasks = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
if (!tasks.includes(task)) {
  console.error(`There is no task ${task}. The tasks are ${tasks.join(', ')}.`)
  process.exit(1)
}
if (isProduction && Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`This is Node ${process.versions.node}: production needs 24 or newer.`)
  process.exit(1)
}
if (!isProduction) await install()
const elsewhere = {
  bench: 'tests/bench/main.ts',
  build: 'scripts/prepare.ts',
  cli: 'scripts/cli/main.ts',
  containers: 'tests/containers/main.ts',
  screenshots: 'tests/pictures/screenshots.ts',
  test: 'tests/main.ts',
}
const file = elsewhere[task] ?? `scripts/${task}.ts`
const node = isProduction ? process.execPath : pinnedNode
const code = await run(node, [...nodeOptions, file, ...process.argv.slice(3)], {
  // pg-native is not installed.
  env: { ...nodeEnvironment, ...process.env, NODE_PG_FORCE_NATIVE: undefined },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
process.exit(code)
