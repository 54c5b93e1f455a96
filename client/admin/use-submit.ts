import { useState } from 'react'
import { problemDetailOf } from '../app/api.ts'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf } from '../app/form.tsx'

/** Returns the server's reason for a refusal; empty without one, such as after a network error. */
export const refusalReason = (error: unknown): string =>
  Object.values(fieldProblemsOf(error)).flat().join(' ') || (problemDetailOf(error) ?? '')

/** Runs one request at a time. An error is in `problem`, or in `fields` if it names fields. */
export function useSubmit(textOf?: (error: unknown) => string) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<ReturnType<typeof fieldProblemsOf>>({})
  const clear = () => {
    setProblem('')
    setFields({})
  }
  async function run<Result>(send: () => Promise<Result>, onDone: (result: Result) => void) {
    if (isBusy) return
    setBusy(true)
    clear()
    await send()
      .then(onDone)
      .catch((error: unknown) => {
        const named = fieldProblemsOf(error)
        setFields(named)
        if (Object.keys(named).length > 0) return
        setProblem((textOf ?? errorText)(error))
      })
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, fields, run, clear }
}
