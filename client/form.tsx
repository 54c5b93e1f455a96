import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { FieldProblem } from '#shared/problem.ts'
import { ApiProblem } from './api.ts'
import { useHydrated } from './ui/use-hydrated.ts'

type Told = { problem: string; fields: FieldProblem }
export type FormState = {
  isBusy: boolean
  /** What went wrong as a whole; empty where nothing did. */
  problem: string
  /** The first thing that is wrong with a field. */
  errorOf: (name: string) => string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** What is wrong with which field, where the server said so. */
export function fieldsOf(error: unknown): FieldProblem {
  return error instanceof ApiProblem && error.status === 400 ? (FieldProblem.safeParse(error.body).data ?? {}) : {}
}

/** A form whose values go out once at a time. What failed is told by `tell`, and at the fields that the server names. */
export function useForm(
  submit: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>,
  tell: (error: unknown) => string,
): FormState {
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState<Told>({ problem: '', fields: {} })
  const sending = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (told.problem !== '') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [told])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    form.current = event.currentTarget
    setBusy(true)
    setTold({ problem: '', fields: {} })
    const values = Object.fromEntries(
      [...new FormData(form.current)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    submit(values, form.current)
      .catch((error: unknown) => setTold({ problem: tell(error), fields: fieldsOf(error) }))
      .finally(() => {
        sending.current = false
        setBusy(false)
      })
  }
  return { isBusy, problem: told.problem, errorOf: (name) => told.fields[name]?.[0], onSubmit }
}

/** What the whole form has to say. */
export function FormProblem({ text }: { text: string }) {
  return (
    <p role="alert" className={text === '' ? 'sr-only' : 'font-semibold text-danger'}>
      {text}
    </p>
  )
}

/** Sends nothing before scripts have taken over: the browser by itself would put a password into the address. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const isHydrated = useHydrated()
  return (
    <button
      type="submit"
      className="button needs-script w-full disabled:opacity-100"
      disabled={!isHydrated}
      aria-disabled={isBusy}
      aria-busy={isBusy}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
