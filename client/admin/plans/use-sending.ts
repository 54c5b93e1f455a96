import { useState } from 'react'
import { NetworkProblem } from '../../app/api.ts'
import { fieldProblemsOf } from '../../app/form.tsx'
import { useTranslate } from './messages.ts'

/** Sends once at a time, and keeps what was refused. */
export function useSending() {
  const t = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [fields, setFields] = useState<ReturnType<typeof fieldProblemsOf>>({})
  async function run<Result>(work: () => Promise<Result>, onDone: (result: Result) => void) {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    setFields({})
    await work()
      .then(onDone)
      .catch((error: unknown) => {
        const named = fieldProblemsOf(error)
        setFields(named)
        if (Object.keys(named).length > 0) return
        setProblem(error instanceof NetworkProblem ? t('offline.not_sent') : (error as Error).message)
      })
      .finally(() => setBusy(false))
  }
  return { isBusy, problem, fields, run, clear: () => setProblem('') }
}
