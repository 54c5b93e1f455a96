const started: (() => Promise<unknown>)[] = []

/** Answers the ending, which is done once, now or at the end of all. */
export function onEnd(end: () => Promise<unknown>): () => Promise<void> {
  started.push(end)
  return async () => {
    const place = started.indexOf(end)
    if (place !== -1) await Promise.all(started.splice(place, 1).map((own) => own()))
  }
}

export async function endAll(): Promise<void> {
  for (const end of started.splice(0).toReversed())
    await end().catch((error: Error) => console.error(`Error while stopping: ${error.message}`))
}
