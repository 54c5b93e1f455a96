import { parentPort } from 'node:worker_threads'
import { renderText } from './render-text.ts'
import type { Rendering } from './render-text.ts'
import type { WorkerMessage } from './markdown.ts'

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const send = (message: WorkerMessage) => parentPort?.postMessage(message)
parentPort?.on('message', (rendering: Rendering) => send({ html: renderText(rendering), cpuMs: cpuMs() }))
send({ html: null, cpuMs: cpuMs() })
