import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { fieldProblemOf } from '#shared/problem.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { ApiProblem, NetworkProblem } from './api.ts'
import { isReachable } from './connection.ts'
import { useTranslate } from './i18n.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
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

/** Sends one request of a button at a time. `run` resolves to false for an error, whose text is in `problem`. */
export function useRequest(messageFor: (error: unknown) => string) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const sending = useRef(false)
  const run = async (request: () => Promise<unknown>): Promise<boolean> => {
    if (sending.current) return false
    sending.current = true
    setBusy(true)
    setProblem('')
    try {
      await request()
      return true
    } catch (error) {
      setProblem(messageFor(error))
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { run, isBusy, problem }
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

const FormContext = createContext<FormState['errorOf']>(() => undefined)

type FormProps = {
  form: FormState
  submit: string
  isDanger?: boolean
  /** Line above the fields. Default: the form's error. */
  problem?: ReactNode
  className?: string
  children?: ReactNode
  /** Parts after the button. */
  below?: ReactNode
}

/** Form with its error, fields and button. FormField and FormPassword show the error of their field. */
export function Form({ form, submit, isDanger = false, className = 'mt-4 space-y-4', below, ...rest }: FormProps) {
  const { problem = <FormProblem text={form.problem} />, children } = rest
  return (
    <form className={className} onSubmit={form.onSubmit}>
      <FormContext value={form.errorOf}>
        {problem}
        {children}
      </FormContext>
      <SubmitButton isBusy={form.isBusy} isDanger={isDanger}>
        {submit}
      </SubmitButton>
      {below}
    </form>
  )
}

type FormFieldProps = ComponentProps<typeof Field> & { name: string }

export function FormField(field: FormFieldProps) {
  const errorOf = use(FormContext)
  return <Field error={errorOf(field.name)} {...field} />
}

type FormPasswordProps = ComponentProps<typeof PasswordField> & { name?: string; isNew?: boolean }

export function FormPassword({ name = 'password', isNew = false, ...field }: FormPasswordProps) {
  const errorOf = use(FormContext)
  const autoComplete = isNew ? 'new-password' : 'current-password'
  return <PasswordField name={name} autoComplete={autoComplete} required error={errorOf(name)} {...field} />
}
