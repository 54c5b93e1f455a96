import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { fieldProblemsOf, useForm } from '../app/form.tsx'
import { storeTokens } from '../app/session/session.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { loadFullPage } from './complete-sign-in.ts'
import { AccountForm, AccountPassword } from './account-form.tsx'
import { useTranslate } from './messages.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'

export function ResetPasswordPage() {
  const t = useTranslate()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const token = useLinkToken()
  const form = useForm(
    async ({ password }) => {
      await send(client, 'POST', paths.api.passwordResetConfirm, { body: { token, password } })
      // The reset has ended all sessions, this browser's too.
      storeTokens(null)
      await loadFullPage(`${paths.login}?reset=1`)
    },
    (error) => {
      const { new_password, token: ofLink } = fieldProblemsOf(error)
      return new_password?.[0] ?? (ofLink ? t('reset.expired') : t('reset.wrong'))
    },
  )
  return (
    <AccountForm
      title={t('reset.title')}
      form={form}
      submit={t('reset.submit')}
      problem={isHydrated && token === '' ? t('reset.no_token') : form.problem}
      below={
        <p className="mt-6">
          <Link to={paths.forgotPassword}>{t('reset.again')}</Link>
        </p>
      }
    >
      <AccountPassword isNew label={t('new_password')} aria-invalid={form.errorOf('new_password') ? true : undefined} />
    </AccountForm>
  )
}
