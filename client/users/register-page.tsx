import { useQueryClient } from '@tanstack/react-query'
import { paths, withQuery } from '#shared/paths.ts'
import { Registered, safePath } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { useForm } from '../app/form.tsx'
import { hasPendingAction } from '../app/session/pending-action.ts'
import { readRedirect } from '../app/session/redirect.ts'
import { writeStorage } from '../app/storage.ts'
import { loadFullPage, useRedirectSignedIn } from './complete-sign-in.ts'
import { AccountForm, AccountPassword, ConsentNote, EmailField, NameFields } from './account-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { useTranslate } from './messages.ts'
import { SignInReason } from './sign-in-reason.tsx'

export function RegisterPage() {
  const t = useTranslate()
  const client = useQueryClient()
  useRedirectSignedIn()
  const form = useForm(
    async (body) => {
      await send(client, 'POST', paths.api.register, { body, schema: import.meta.env.DEV && Registered })
      writeStorage('registered_email', body.email ?? null)
      // The stored path stays, since registration does not sign in. A pending action continues after the log-in.
      const isPending = hasPendingAction()
      const login = withQuery(paths.login, { registered: 1, next: isPending ? undefined : paths.startHere })
      await loadFullPage(isPending ? login : safePath(readRedirect(), login))
    },
    () => t('register.wrong'),
  )
  return (
    <AccountForm
      title={t('register.title')}
      aside={<SignInReason />}
      intro={t('register.intro')}
      form={form}
      submit={t('register.submit')}
      next={form.problem === t('register.wrong') ? t('register.check') : undefined}
      below={
        <GoogleButton or={t('or')}>
          <p className="mt-6">
            {t('register.login')} <Link to={paths.login}>{t('register.login_link')}</Link>
          </p>
        </GoogleButton>
      }
    >
      <EmailField autoComplete="email" />
      <NameFields />
      <AccountPassword isNew />
      <ConsentNote />
    </AccountForm>
  )
}
