import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { LinkRequired } from '#shared/users/schema.ts'
import { Link } from '../app/link.tsx'
import { send } from '../app/api.ts'
import { fieldProblemsOf, FormProblem, useForm } from '../app/form.tsx'
import { AccountForm, AccountPassword } from './account-form.tsx'
import { blockedAccountText, signIn } from './complete-sign-in.ts'
import { useTranslate } from './messages.ts'

function BackToLogin() {
  const t = useTranslate()
  return (
    <p className="mt-6 text-center">
      <Link to={paths.login}>{t('google.back')}</Link>
    </p>
  )
}

export function GoogleLinkForm({ link: { link_token, email } }: { link: LinkRequired }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isMailed, setMailed] = useState(false)
  const messageFor = (error: unknown) =>
    blockedAccountText(error) ?? (fieldProblemsOf(error).link_token ? t('link.too_late') : t('link.wrong'))
  const form = useForm(({ password }) => signIn(client, paths.api.googleLink, { link_token, password }), messageFor)
  const mail = useForm(async () => {
    setMailed(false)
    await send(client, 'POST', paths.api.googleLinkMail, { body: { link_token } })
    setMailed(true)
  }, messageFor)
  return (
    <AccountForm
      title={t('link.title')}
      intro={t('link.intro', { email })}
      note={isMailed && t('link.mailed')}
      form={form}
      submit={t('link.submit')}
      below={
        <>
          <form className="mt-8 space-y-4" onSubmit={mail.onSubmit}>
            <FormProblem text={mail.problem} />
            <p className="text-muted">{t('link.by_mail')}</p>
            <button
              type="submit"
              className="button button-quiet needs-script w-full"
              aria-disabled={mail.isBusy}
              aria-busy={mail.isBusy}
            >
              {t('link.mail')}
            </button>
          </form>
          <BackToLogin />
        </>
      }
    >
      {/* Password managers need the account's email. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <AccountPassword />
    </AccountForm>
  )
}

/** Page of a mail's link. It needs a click, since mail scanners open links. */
export function GoogleLinkByMail({ token }: { token: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const form = useForm(
    () => signIn(client, paths.api.googleLinkConfirm, { token }),
    (error) => blockedAccountText(error) ?? fieldProblemsOf(error).token?.[0] ?? t('link.wrong'),
  )
  return (
    <AccountForm
      title={t('link.title')}
      intro={t('link.question')}
      form={form}
      submit={t('link.submit')}
      below={<BackToLogin />}
    />
  )
}
