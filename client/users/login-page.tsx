import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { isResponseLost } from '../app/api.ts'
import { useForm } from '../app/form.tsx'
import { usePendingAction } from '../app/session/pending-action.ts'
import { useStorage } from '../app/storage.ts'
import { useAddressQuery } from '../app/page-query.ts'
import { blockedAccountText, signIn, signInTarget, useRedirectSignedIn } from './complete-sign-in.ts'
import { AccountForm, AccountPassword, EmailField } from './account-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { useTranslate } from './messages.ts'
import { SignInReason } from './sign-in-reason.tsx'

export function LoginPage() {
  const t = useTranslate()
  const client = useQueryClient()
  const search = useAddressQuery()
  useRedirectSignedIn()
  const registered = useStorage('registered_email')
  // Adds the sentence that the specification demands for each failure.
  const withWrong = (sentence: string) => `${t('login.wrong')} ${sentence}`
  const form = useForm(
    (body) => signIn(client, paths.api.token, body, () => signInTarget(search)),
    (error) =>
      blockedAccountText(error) ?? (isResponseLost(error) ? withWrong(t('login.unavailable')) : t('login.wrong')),
    withWrong,
  )
  const action = usePendingAction()?.kind ?? 'view'
  const next = t(`login.next.${action}`)
  // Notes by query. The server does not render them, since it renders one page for all queries.
  const notes = { reset: t('login.reset'), registered: t('login.registered', { next }) }
  const event = (['reset', 'registered'] as const).find(
    (name) => search.get(name) === '1' || (name === 'registered' && registered !== null),
  )
  return (
    <AccountForm
      title={t('login.title')}
      aside={<SignInReason />}
      note={event && notes[event]}
      form={form}
      submit={t('login.submit')}
      below={
        <GoogleButton or={t('or')}>
          <p className="mt-6">
            {t('login.register')} <Link to={paths.register}>{t('login.register_link')}</Link>
          </p>
        </GoogleButton>
      }
    >
      <EmailField autoComplete="username" defaultValue={registered ?? undefined} />
      <AccountPassword />
      <p className="text-right">
        <Link to={paths.forgotPassword}>{t('login.forgot')}</Link>
      </p>
    </AccountForm>
  )
}
