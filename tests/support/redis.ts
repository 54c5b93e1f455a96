import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Redis } from 'ioredis'
import { until } from './database.ts'
import { findFreePort } from './site.ts'

const program = 'redis-server'
export const hasRedis = () => spawnSync(program, ['--version']).error === undefined

/** Brings Redis to a machine without it where we may; elsewhere its tests are skipped. Answers whether it is there. */
export function installRedis(): boolean {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', program]])
      spawnSync('apt-get', ['-qq', ...args], { stdio: 'ignore' })
  return hasRedis()
}

/** A Redis that keeps nothing, and that can be frozen, killed and started again at the same address. */
export async function startRedis() {
  const port = await findFreePort()
  const url = `redis://127.0.0.1:${port}`
  const start = async () => {
    const child = spawn(program, ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('close', resolve))
    const client = new Redis(url, { retryStrategy: () => 20 }).on('error', () => {})
    await until(() => client.status === 'ready')
    client.disconnect()
    return { child, ended }
  }
  let running = await start()
  return {
    url,
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
    stop: async () => {
      running.child.kill('SIGKILL')
      await running.ended
    },
    start: async () => void (running = await start()),
  }
}
