import { releaseDatabase } from '../server/embedded/ensure-database.ts'

let released: Promise<void> | undefined

export function releaseOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void (released ??= releaseDatabase().finally(() => process.exit(130))))
}

/** After a signal, waits until the process ends, so that failures caused by the signal are not reported. */
export async function afterSignal(): Promise<void> {
  await released
}
