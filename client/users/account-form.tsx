import { useEffect } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { Form, FormField, FormPassword, FormProblem } from '../app/form.tsx'
import type { FormState } from '../app/form.tsx'
import { UnlistedHead } from '../app/head.tsx'
import { useTranslate } from './messages.ts'

type FormFrameProps = {
  title: string
  intro?: ReactNode
  note?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

export function FormFrame({ title, intro, note, aside, children }: FormFrameProps) {
  const t = useTranslate()
  useEffect(() => {
    // Reloads a form restored from the back-forward cache, which would stay busy.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return (
    <main className="frame form-frame">
      <div>
        <UnlistedHead title={title} />
        <h1 className="text-3xl font-bold">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <output className={note ? 'form-note bg-brand-soft' : 'sr-only'}>{note}</output>
        <p className="without-script form-note bg-warning">{t('without_script')}</p>
        {children}
      </div>
      {aside}
    </main>
  )
}

type LinkStatusProps = FormFrameProps & { problem: string; isBusy: boolean }

/** Page of a mailed link: a notice while the link is used, or the reason why it cannot be used. */
export function LinkStatus({ problem, isBusy, children, ...frame }: LinkStatusProps) {
  const t = useTranslate()
  return (
    <FormFrame {...frame}>
      <div className="mt-6 min-h-40">
        <FormProblem text={problem} />
        {isBusy && <p className="needs-script">{t('busy')}</p>}
        {children}
      </div>
    </FormFrame>
  )
}

type AccountFormProps = FormFrameProps & {
  form: FormState
  submit: string
  /** Error of the whole form. Its line is reserved, so that nothing moves. */
  problem?: string
  next?: string | undefined
  below?: ReactNode
}

export function AccountForm({ form, submit, problem, next, below, children, ...frame }: AccountFormProps) {
  const isReserved = problem !== undefined
  const line = <FormProblem text={problem ?? form.problem} />
  return (
    <FormFrame {...frame}>
      <Form
        form={form}
        submit={submit}
        className={`space-y-4 ${isReserved ? 'mt-4' : 'mt-6'}`}
        problem={isReserved ? <div className="min-h-6">{line}</div> : line}
      >
        {next && <p className="text-danger">{next}</p>}
        {children}
      </Form>
      {below}
    </FormFrame>
  )
}

type InputProps = Omit<ComponentProps<typeof FormField>, 'label' | 'name'>

export function EmailField(input: InputProps) {
  const t = useTranslate()
  return <FormField label={t('email')} name="email" type="email" required {...input} />
}

export function ConsentNote() {
  const t = useTranslate()
  const [before, terms, and, privacy, after] = t('register.consent')
  return (
    <p className="text-sm text-muted">
      {before}
      <Link to={paths.terms}>{terms}</Link>
      {and}
      <Link to={paths.privacy}>{privacy}</Link>
      {after}
    </p>
  )
}

export function NameFields() {
  const t = useTranslate()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField label={t('first_name')} name="name" autoComplete="given-name" required maxLength={60} />
      <FormField label={t('last_name')} name="surname" autoComplete="family-name" required maxLength={60} />
    </div>
  )
}

export function AccountPassword({ isNew = false, ...input }: InputProps & { isNew?: boolean; label?: string }) {
  const t = useTranslate()
  return (
    <FormPassword
      label={t('password')}
      isNew={isNew}
      hint={isNew && t('password_hint')}
      show={t('show')}
      hide={t('hide')}
      {...input}
    />
  )
}
