import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Registered, safePath } from '#shared/users.ts'
import { send } from '../app/api.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { hasPendingAction } from '../app/pending-action.ts'
import { readRedirect } from '../app/redirect.ts'
import { useSite } from '../app/site.ts'
import { Field, PasswordField } from '../ui/field.tsx'
import { navigateHard, useRedirectSignedIn } from './complete-sign-in.ts'
import { FormFrame } from './form-frame.tsx'
import { GoogleButton } from './google-button.tsx'
import { useTranslate } from './messages.ts'

function Consent({ text: [before, terms, and, privacy, after] }: { text: readonly string[] }) {
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

export function RegisterPage() {
  const site = useSite()
  const t = useTranslate()
  const client = useQueryClient()
  useRedirectSignedIn()
  const form = useForm(
    async (body) => {
      await send(client, 'POST', paths.api.register, { body, schema: import.meta.env.DEV && Registered })
      // Nobody has signed in yet: what was remembered is left for that, and who is on the way to do something goes on there.
      const login = `${paths.login}?registered=1`
      await navigateHard(hasPendingAction() ? login : safePath(readRedirect(), login))
    },
    () => t('register.wrong'),
  )
  return (
    <FormFrame title={t('register.title')} intro={t('register.intro')} withoutScript={t('without_script')}>
      <title>{`${t('register.title')} · ${site.name}`}</title>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.errorOf('email')}
        />
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
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('password_hint')}
          show={t('show')}
          hide={t('hide')}
          error={form.errorOf('password')}
        />
        <Consent text={t('register.consent')} />
        <SubmitButton isBusy={form.isBusy}>{t('register.submit')}</SubmitButton>
      </form>
      <GoogleButton or={t('or')}>
        <p className="mt-6 text-center">
          {t('register.login')} <Link to={paths.login}>{t('register.login_link')}</Link>
        </p>
      </GoogleButton>
    </FormFrame>
  )
}
