import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { fieldProblemOf } from '#shared/problem.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { ApiProblem, NetworkProblem } from './api.ts'
import { isReachable } from './connection.ts'
import { useTranslate } from './i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

type Failure = { problem: string; fields: FieldProblems }
export type FormState = {
  isBusy: boolean
  problem: string
  errorOf: (name: string) => string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export function fieldProblemsOf(error: unknown): FieldProblems {
  return error instanceof ApiProblem && error.status === 400 ? fieldProblemOf(error.body) : {}
}

export function useForm(
  submit: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>,
  messageFor: (error: unknown) => string,
  messageOffline = (text: string) => text,
): FormState {
  const t = useTranslate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>({ problem: '', fields: {} })
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure.problem !== '') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [failure])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    form.current = event.currentTarget
    setBusy(true)
    setFailure({ problem: '', fields: {} })
    const values = Object.fromEntries(
      [...new FormData(form.current)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    submit(values, form.current)
      .catch(async (error: unknown) => {
        const isLost = error instanceof NetworkProblem && !(await isReachable())
        const problem = isLost ? messageOffline(t('offline.not_sent')) : messageFor(error)
        setFailure({ problem, fields: fieldProblemsOf(error) })
      })
      .finally(() => {
        sending.current = false
        setBusy(false)
      })
  }
  return { isBusy, problem: failure.problem, errorOf: (name) => failure.fields[name]?.[0], onSubmit }
}

export function FormProblem({ text }: { text: string }) {
  return (
    <p role="alert" className={text === '' ? 'sr-only' : 'font-semibold text-danger'}>
      {text}
    </p>
  )
}

type SubmitButtonProps = { isBusy: boolean; isDanger?: boolean; children: ReactNode }

/** Submit button, disabled until hydration: a form sent without scripts would put a password into the URL. */
export function SubmitButton({ isBusy, isDanger = false, children }: SubmitButtonProps) {
  const isHydrated = useHydrated()
  return (
    <button
      type="submit"
      className={`button needs-script w-full disabled:opacity-100 ${isDanger ? 'button-danger' : ''}`}
      disabled={!isHydrated}
      aria-disabled={isBusy}
      aria-busy={isBusy}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
