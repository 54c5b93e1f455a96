// The one door to every task of package.json. It runs on whatever Node there is, before anything is installed, and
// hands over to the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment, nodeOptions } from './node-options.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

function install() {
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const stamp = 'node_modules/.installed'
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing dependencies…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}

install()
const task = process.argv[2] ?? 'start'
const file = task === 'bench' ? 'tests/bench/main.ts' : `scripts/${task}.ts`
const child = spawn('node_modules/.bin/node', [...nodeOptions, file, ...process.argv.slice(3)], {
  env: { ...nodeEnvironment, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A signal to npm ends the shell between it and us, and nobody tells us but the change of our parent.
const parent = process.ppid
const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250)
child.on('exit', (code, signal) => {
  clearInterval(watch)
  process.exit(code ?? (signal ? 1 : 0))
})
