import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users.ts'
import { send } from '../app/api.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { usePendingAction } from '../app/pending-action.ts'
import { useSite } from '../app/site.ts'
import { Field, PasswordField } from '../ui/field.tsx'
import { useAddressQuery } from '../app/page-query.ts'
import { blockedText, completeSignIn, targetOf, useRedirectSignedIn } from './complete-sign-in.ts'
import { FormFrame } from './form-frame.tsx'
import { GoogleButton } from './google-button.tsx'
import { useTranslate } from './messages.ts'

export function LoginPage() {
  const site = useSite()
  const t = useTranslate()
  const client = useQueryClient()
  const search = useAddressQuery()
  useRedirectSignedIn()
  const form = useForm(
    async (body) => {
      const pair = await send(client, 'POST', paths.api.token, { body, schema: import.meta.env.DEV && TokenPair })
      await completeSignIn(client, pair, targetOf(search))
    },
    (error) => blockedText(error) ?? t('login.wrong'),
  )
  const wanted = usePendingAction()?.kind ?? 'view'
  const next = t(`login.next.${wanted}`)
  // The server's page knows no query.
  const notes = { reset: t('login.reset'), registered: t('login.registered', { next }) }
  const happened = (['reset', 'registered'] as const).find((name) => search.get(name) === '1')
  return (
    <FormFrame title={t('login.title')} note={happened && notes[happened]} withoutScript={t('without_script')}>
      <title>{`${t('login.title')} · ${site.name}`}</title>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={form.errorOf('email')}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          show={t('show')}
          hide={t('hide')}
          error={form.errorOf('password')}
        />
        <p className="text-right">
          <Link to={paths.forgotPassword}>{t('login.forgot')}</Link>
        </p>
        <SubmitButton isBusy={form.isBusy}>{t('login.submit')}</SubmitButton>
      </form>
      <GoogleButton or={t('or')}>
        <p className="mt-6 text-center">
          {t('login.register')} <Link to={paths.register}>{t('login.register_link')}</Link>
        </p>
      </GoogleButton>
    </FormFrame>
  )
}
