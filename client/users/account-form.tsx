import { useEffect } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { FormProblem, SubmitButton } from '../app/form.tsx'
import type { FormState } from '../app/form.tsx'
import { useSite } from '../app/site.ts'
import { Field, PasswordField } from '../ui/field.tsx'
import { useTranslate } from './messages.ts'

type FormFrameProps = { title: string; intro?: ReactNode; note?: ReactNode; children: ReactNode }

export function FormFrame({ title, intro, note, children }: FormFrameProps) {
  const site = useSite()
  const t = useTranslate()
  useEffect(() => {
    // Reloads a form restored from the back-forward cache, which would stay busy.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return (
    <main className="frame py-12">
      <div className="mx-auto w-full max-w-md">
        <title>{`${title} · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        <h1 className="text-3xl font-bold">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <output className={note ? 'mt-4 block rounded-xl bg-brand-soft px-4 py-3' : 'sr-only'}>{note}</output>
        <p className="without-script mt-6 rounded-xl bg-warning px-4 py-3">{t('without_script')}</p>
        {children}
      </div>
    </main>
  )
}

type AccountFormProps = FormFrameProps & {
  form: FormState
  submit: string
  /** Error of the whole form. Its line is reserved, so that nothing moves. */
  problem?: string
  next?: string | undefined
  below: ReactNode
}

export function AccountForm({ form, submit, problem, next, below, children, ...frame }: AccountFormProps) {
  return (
    <FormFrame {...frame}>
      <form className={`${problem === undefined ? 'mt-6' : 'mt-4'} space-y-4`} onSubmit={form.onSubmit}>
        {problem === undefined ? (
          <FormProblem text={form.problem} />
        ) : (
          <div className="min-h-6">
            <FormProblem text={problem} />
          </div>
        )}
        {next && <p className="text-danger">{next}</p>}
        {children}
        <SubmitButton isBusy={form.isBusy}>{submit}</SubmitButton>
      </form>
      {below}
    </FormFrame>
  )
}

type InputProps = Omit<ComponentProps<typeof Field>, 'label' | 'form'> & { form: FormState }

export function EmailField({ form, ...input }: InputProps) {
  const t = useTranslate()
  return <Field label={t('email')} name="email" type="email" required error={form.errorOf('email')} {...input} />
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

export function NameFields({ form }: { form: FormState }) {
  const t = useTranslate()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('first_name')}
        name="name"
        autoComplete="given-name"
        required
        maxLength={60}
        error={form.errorOf('name')}
      />
      <Field
        label={t('last_name')}
        name="surname"
        autoComplete="family-name"
        required
        maxLength={60}
        error={form.errorOf('surname')}
      />
    </div>
  )
}

export function AccountPassword({ form, isNew = false, ...input }: InputProps & { isNew?: boolean; label?: string }) {
  const t = useTranslate()
  return (
    <PasswordField
      label={t('password')}
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      hint={isNew && t('password_hint')}
      show={t('show')}
      hide={t('hide')}
      error={form.errorOf('password')}
      {...input}
    />
  )
}
