import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js'
import gc from 'prom-client/lib/metrics/gc.js'
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js'
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js'
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import processStartTime from 'prom-client/lib/metrics/processStartTime.js'
import version from 'prom-client/lib/metrics/version.js'
import Registry from 'prom-client/lib/registry.js'
import { instruments } from './instruments.ts'

const metrics = [
  eventLoopLag,
  gc,
  heapSizeAndUsed,
  osMemoryHeap,
  processMaxFileDescriptors,
  processOpenFileDescriptors,
  processStartTime,
  version,
]

let registry: Registry | undefined

export function processRegistry(): Registry {
  if (registry) return registry
  const created = new Registry()
  for (const add of metrics) add(created)
  instruments(created).counter({
    name: 'process_cpu_seconds_total',
    help: 'Total user and system CPU time spent in seconds.',
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  return (registry = created)
}
