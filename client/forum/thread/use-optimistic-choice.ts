import { useRef, useState } from 'react'

/** Shows a choice before the server confirms it. Requests run one at a time. A failure shows the server's state. */
export function useOptimisticChoice<Choice>(
  current: Choice,
  send: (choice: Choice, begin: () => void) => Promise<boolean>,
): { chosen: Choice; choose: (choiceAfter: (former: Choice) => Choice) => Promise<void> } {
  const [shown, setShown] = useState<{ choice: Choice } | null>(null)
  const latest = useRef<{ choice: Choice } | null>(null)
  const choose = async (choiceAfter: (former: Choice) => Choice) => {
    const isSending = latest.current !== null
    latest.current = { choice: choiceAfter(latest.current ? latest.current.choice : current) }
    if (isSending) return setShown(latest.current)
    for (;;) {
      const { choice } = latest.current
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      const isDone = await send(choice, () => setShown(latest.current))
      if (!isDone || latest.current.choice === choice) break
    }
    latest.current = null
    setShown(null)
  }
  return { chosen: shown ? shown.choice : current, choose }
}
