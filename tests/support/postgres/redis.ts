import { spawn } from 'node:child_process'
import { Redis } from 'ioredis'
import { until } from './database.ts'
import { hasProgram, installProgram } from './debian.ts'
import { findFreePort } from '../site.ts'

const program = 'redis-server'
export const hasRedis = () => hasProgram(program)
export const installRedis = () => installProgram(program)

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
    start: async () => {
      const { exitCode, signalCode } = running.child
      if (exitCode !== null || signalCode !== null) running = await start()
    },
  }
}
