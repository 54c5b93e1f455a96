const started: (() => Promise<unknown>)[] = []

export function onExit(end: () => Promise<unknown>): () => Promise<void> {
  started.push(end)
  return async () => {
    const index = started.indexOf(end)
    if (index !== -1) await Promise.all(started.splice(index, 1).map((cleanup) => cleanup()))
  }
}

export async function runCleanups(): Promise<void> {
  for (const end of started.splice(0).toReversed())
    await end().catch((error: Error) => console.error(`Error while stopping: ${error.message}`))
}
