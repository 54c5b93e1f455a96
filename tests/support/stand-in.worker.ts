import { parentPort } from 'node:worker_threads'
import type { Rendering } from '../../server/markdown/render-text.ts'

/** Runs the misbehaviour that the text names. */
const actions: Record<string, () => void> = {
  hang: () => {
    for (;;);
  },
  sleep: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400),
  die: () => process.exit(1),
  throw: () => {
    throw new Error('thrown')
  },
  fill: () => {
    const full: number[][] = []
    for (;;) full.push(Array.from({ length: 100_000 }, (_, at) => at))
  },
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
parentPort?.on('message', ({ text }: Rendering) => {
  actions[text]?.()
  parentPort?.postMessage({ html: `<p>${text}</p>`, cpuMs: cpuMs() })
})
parentPort?.postMessage({ html: null, cpuMs: cpuMs() })
