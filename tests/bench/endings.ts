const started: (() => Promise<unknown>)[] = []

export function onEnd(end: () => Promise<unknown>): () => Promise<void> {
  started.push(end)
  return async () => {
    const place = started.indexOf(end)
    if (place !== -1) await Promise.all(started.splice(place, 1).map((own) => own()))
  }
}

export async function endAll(): Promise<void> {
  for (const end of started.splice(0).toReversed())
    await end().catch((error: Error) => console.error(`While stopping: ${error.message}`))
}
