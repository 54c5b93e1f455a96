import { useRef, useState } from 'react'

/**
 * What was chosen last is shown at once. One choice is sent at a time, and after it the last one where that is another;
 * once one fails, what the server has is shown again. `send` answers whether it was done, and calls `begin` where it is
 * tried at all.
 */
export function useChoice<Choice>(
  current: Choice,
  send: (choice: Choice, begin: () => void) => Promise<boolean>,
): { chosen: Choice; choose: (choiceAfter: (former: Choice) => Choice) => Promise<void> } {
  const [shown, setShown] = useState<{ choice: Choice } | null>(null)
  const wanted = useRef<{ choice: Choice } | null>(null)
  const choose = async (choiceAfter: (former: Choice) => Choice) => {
    const isSending = wanted.current !== null
    wanted.current = { choice: choiceAfter(wanted.current ? wanted.current.choice : current) }
    if (isSending) return setShown(wanted.current)
    for (;;) {
      const { choice } = wanted.current
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      const isDone = await send(choice, () => setShown(wanted.current))
      if (!isDone || wanted.current.choice === choice) break
    }
    wanted.current = null
    setShown(null)
  }
  return { chosen: shown ? shown.choice : current, choose }
}
