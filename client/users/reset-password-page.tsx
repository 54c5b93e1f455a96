import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { send } from '../app/api.ts'
import { fieldProblemsOf, FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { storeTokens } from '../app/session.ts'
import { useSite } from '../app/site.ts'
import { PasswordField } from '../ui/field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { navigateHard } from './complete-sign-in.ts'
import { FormFrame } from './form-frame.tsx'
import { useTranslate } from './messages.ts'
import { useLinkToken } from './use-link-token.ts'

export function ResetPasswordPage() {
  const site = useSite()
  const t = useTranslate()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const token = useLinkToken()
  const form = useForm(
    async ({ password }) => {
      await send(client, 'POST', paths.api.passwordResetConfirm, { body: { token, password } })
      // Every sign-in has ended, this browser's too.
      storeTokens(null)
      await navigateHard(`${paths.login}?reset=1`)
    },
    (error) => {
      const { new_password, token: ofLink } = fieldProblemsOf(error)
      return new_password?.[0] ?? (ofLink ? t('reset.expired') : t('reset.wrong'))
    },
  )
  const problem = isHydrated && token === '' ? t('reset.no_token') : form.problem
  return (
    <FormFrame title={t('reset.title')} withoutScript={t('without_script')}>
      <title>{`${t('reset.title')} · ${site.name}`}</title>
      <form className="mt-4 space-y-4" onSubmit={form.onSubmit}>
        {/* Whether the address has a token shows only in the browser: the line has its room before. */}
        <div className="min-h-6">
          <FormProblem text={problem} />
        </div>
        <PasswordField
          label={t('new_password')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('password_hint')}
          show={t('show')}
          hide={t('hide')}
          aria-invalid={form.errorOf('new_password') ? true : undefined}
          error={form.errorOf('password')}
        />
        <SubmitButton isBusy={form.isBusy}>{t('reset.submit')}</SubmitButton>
      </form>
      <p className="mt-6 text-center">
        <Link to={paths.forgotPassword}>{t('reset.again')}</Link>
      </p>
    </FormFrame>
  )
}
