const maxLatenessMs = 20 // a timer may fire this late without lowering the rate

type MailSlots = <Result>(task: () => Promise<Result>, isBulk?: boolean) => Promise<Result>

/** Limits concurrency and rate (0: unlimited). Bulk tasks run after all others, and always leave one slot free. */
export function createMailSlots({ atOnce, perSecond }: { atOnce: number; perSecond: number }): MailSlots {
  const urgent: (() => void)[] = []
  const bulk: (() => void)[] = []
  const maxForBulk = Math.max(1, atOnce - 1)
  let running = 0
  let nextAt = 0
  let timer: NodeJS.Timeout | undefined

  function startNext(): void {
    const next = running < atOnce && urgent.length > 0 ? urgent : running < maxForBulk ? bulk : []
    if (timer || next.length === 0) return
    const now = performance.now()
    if (nextAt > now) {
      timer = setTimeout(() => {
        timer = undefined
        startNext()
      }, nextAt - now)
      return
    }
    if (perSecond > 0) nextAt = (nextAt > now - maxLatenessMs ? nextAt : now) + 1_000 / perSecond
    running++
    next.shift()?.()
    startNext()
  }

  return async (task, isBulk = false) => {
    await new Promise<void>((resolve) => {
      const queue = isBulk ? bulk : urgent
      queue.push(resolve)
      startNext()
    })
    try {
      return await task()
    } finally {
      running--
      startNext()
    }
  }
}
