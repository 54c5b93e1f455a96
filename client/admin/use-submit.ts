import { useState } from 'react'
import { problemDetailOf } from '../app/api.ts'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf } from '../app/form.tsx'

/** Returns the server's reason for a refusal; empty without one, such as after a network error. */
export const refusalReason = (error: unknown): string =>
  Object.values(fieldProblemsOf(error)).flat().join(' ') || (problemDetailOf(error) ?? '')

/**
 * Runs one request at a time. An error is in `problem`, or in `fields` if it names fields.
 * With `failed`, `problem` has the server's reason, or else `failed`.
 */
export function useSubmit(failed?: string) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<ReturnType<typeof fieldProblemsOf>>({})
  async function run<Result>(send: () => Promise<Result>, onDone: (result: Result) => void) {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    setFields({})
    await send()
      .then(onDone)
      .catch((error: unknown) => {
        const named = fieldProblemsOf(error)
        setFields(named)
        if (failed !== undefined) setProblem(refusalReason(error) || failed)
        else if (Object.keys(named).length === 0) setProblem(errorText(error))
      })
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, fields, run, clear: () => setProblem('') }
}
