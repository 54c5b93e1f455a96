import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { FieldProblem } from '#shared/problem.ts'
import { ApiProblem } from '../api.ts'

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
  useEffect(() => {
    // Who comes back finds the form as it was left: sent.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
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

type FormPageProps = {
  title: string
  intro?: ReactNode
  /** What has just happened elsewhere. */
  note?: string | undefined
  /** What is not asked of those without scripts. */
  withoutScript: string
  children: ReactNode
}

/** A page with one form in the middle. */
export function FormPage({ title, intro, note, withoutScript, children }: FormPageProps) {
  return (
    <main className="frame py-12">
      <div className="mx-auto w-full max-w-md">
        <meta name="robots" content="noindex" />
        <h1 className="text-3xl font-bold">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <output className={note ? 'mt-4 block rounded-xl bg-brand-soft px-4 py-3' : 'sr-only'}>{note}</output>
        <p className="without-script mt-6 rounded-xl bg-warning px-4 py-3">{withoutScript}</p>
        {children}
      </div>
    </main>
  )
}

/** What the whole form has to say. */
export function FormProblem({ text }: { text: string }) {
  return (
    <p role="alert" className={text === '' ? 'sr-only' : 'font-semibold text-danger'}>
      {text}
    </p>
  )
}

export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="button needs-script w-full" aria-disabled={isBusy} aria-busy={isBusy}>
      {isBusy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
