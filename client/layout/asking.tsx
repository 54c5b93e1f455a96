import { createContext, lazy, Suspense, use, useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { WordKey } from '#shared/words.ts'
import { useSay } from '../i18n.tsx'
import { keepRedirect } from '../redirect.ts'

export type Question = { kind: 'log_in' | 'alert'; text: string }
type Ask = (question: Question) => void

const AskContext = createContext<Ask | null>(null)
/** Fetched when the first question is asked: no page needs it to be read. */
const QuestionDialog = lazy(async () => ({ default: (await import('./question-dialog.tsx')).QuestionDialog }))

/** What is inside may interrupt with a question: to log in, or to take note of a failure. */
export function Asking({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  return (
    <AskContext value={setQuestion}>
      {children}
      <Suspense>{question && <QuestionDialog question={question} onClose={() => setQuestion(null)} />}</Suspense>
    </AskContext>
  )
}

function useAsk(): Ask {
  const ask = use(AskContext)
  if (!ask) throw new Error('Nothing is asked outside <Asking>.')
  return ask
}

/** Asks a visitor to log in, says what for, and remembers where to go on afterwards: to `back`, or this very page. */
export function useAskToLogIn() {
  const ask = useAsk()
  const say = useSay()
  const { pathname, search } = useLocation()
  return useCallback(
    (reason: WordKey, back = pathname + search) => {
      keepRedirect(back)
      ask({ kind: 'log_in', text: say(reason) })
    },
    [ask, say, pathname, search],
  )
}

/** Says that something failed, until the person takes note of it with OK. */
export function useAlert() {
  const ask = useAsk()
  const say = useSay()
  return useCallback((text: WordKey) => ask({ kind: 'alert', text: say(text) }), [ask, say])
}
