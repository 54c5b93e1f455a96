import { useState } from 'react'
import { useErrorText } from '../app/error-text.ts'
import { fieldProblemsOf } from '../app/form.tsx'

/** Runs one request at a time. An error is in `problem`, or in `fields` if it names fields. */
export function useSubmit() {
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
        if (Object.keys(named).length > 0) return
        setProblem(errorText(error))
      })
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, fields, run, clear: () => setProblem('') }
}
