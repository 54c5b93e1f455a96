import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { TokenPair } from '#shared/users/schema.ts'
import type { LinkRequired } from '#shared/users/schema.ts'
import { send } from '../app/api.ts'
import { fieldProblemsOf, FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { blockedAccountText, completeSignIn, signInTarget } from './complete-sign-in.ts'
import { AccountPassword, FormFrame } from './account-form.tsx'
import { useTranslate } from './messages.ts'
import { removePendingLink } from './pending-link.ts'

function LinkFrame({ intro, note, children }: { intro: string; note?: string | undefined; children: ReactNode }) {
  const t = useTranslate()
  return (
    <FormFrame title={t('link.title')} intro={intro} note={note}>
      {children}
      <p className="mt-6 text-center">
        <Link to={paths.login}>{t('google.back')}</Link>
      </p>
    </FormFrame>
  )
}

export function GoogleLinkForm({ link: { link_token, email } }: { link: LinkRequired }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [isMailed, setMailed] = useState(false)
  const messageFor = (error: unknown) =>
    blockedAccountText(error) ?? (fieldProblemsOf(error).link_token ? t('link.too_late') : t('link.wrong'))
  const form = useForm(async ({ password }) => {
    const body = { link_token, password }
    const pair = await send(client, 'POST', paths.api.googleLink, { body, schema: import.meta.env.DEV && TokenPair })
    removePendingLink()
    await completeSignIn(client, pair, signInTarget(new URLSearchParams()))
  }, messageFor)
  const mail = useForm(async () => {
    setMailed(false)
    await send(client, 'POST', paths.api.googleLinkMail, { body: { link_token } })
    setMailed(true)
  }, messageFor)
  return (
    <LinkFrame intro={t('link.intro', { email })} note={isMailed ? t('link.mailed') : undefined}>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        {/* Password managers need the account's email. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <AccountPassword form={form} />
        <SubmitButton isBusy={form.isBusy}>{t('link.submit')}</SubmitButton>
      </form>
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
    </LinkFrame>
  )
}

/** Page of a mail's link. It needs a click, since mail scanners open links. */
export function GoogleLinkByMail({ token }: { token: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const form = useForm(
    async () => {
      const pair = await send(client, 'POST', paths.api.googleLinkConfirm, {
        body: { token },
        schema: import.meta.env.DEV && TokenPair,
      })
      await completeSignIn(client, pair, signInTarget(new URLSearchParams()))
    },
    (error) => blockedAccountText(error) ?? fieldProblemsOf(error).token?.[0] ?? t('link.wrong'),
  )
  return (
    <LinkFrame intro={t('link.question')}>
      <form className="mt-6 space-y-4" onSubmit={form.onSubmit}>
        <FormProblem text={form.problem} />
        <SubmitButton isBusy={form.isBusy}>{t('link.submit')}</SubmitButton>
      </form>
    </LinkFrame>
  )
}
