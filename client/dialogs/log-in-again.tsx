import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import type { RateLimited } from '#shared/problem.ts'
import { TokenPair } from '#shared/users/schema.ts'
import { ApiProblem, problemDetailOf, send } from '../app/api.ts'
import { Form, FormField, FormPassword, useForm } from '../app/form.tsx'
import { meQuery } from '../app/session/me.queries.ts'
import { storeRedirect } from '../app/session/redirect.ts'
import { accessToken, accountIdIn, pageAccountId, storeTokens } from '../app/session/session.ts'
import { storeSession } from '../app/session/start-session.ts'
import { isSignedIn } from '../app/session/viewer.ts'
import { subscribeStorage } from '../app/storage.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { useTranslate } from './messages.ts'

function useFailureText() {
  const t = useTranslate()
  return (error: unknown) => {
    if (!(error instanceof ApiProblem) || error.status >= 500) return t('failed.request')
    const { wait_seconds: seconds } = (error.body ?? {}) as Partial<RateLimited>
    if (error.status === 429) return seconds === undefined ? t('again.later') : t('again.wait', { seconds })
    return (error.status === 403 && problemDetailOf(error)) || t('again.wrong')
  }
}

function LogInElsewhere() {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const logIn = () => {
    storeTokens(null)
    storeRedirect(pathname + search)
    location.assign(paths.login)
  }
  return (
    <button type="button" className="min-h-11 text-brand underline" onClick={logIn}>
      {t('again.other')}
    </button>
  )
}

function useCloseAfterLogIn(onClose: () => void): void {
  useEffect(
    () =>
      subscribeStorage('access', () => {
        if (accessToken() !== null || !isSignedIn()) onClose()
      }),
    [onClose],
  )
}

/** Log-in over a page whose session expired. The page stays; for another account it reloads. */
export function LogInAgain({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [account] = useState(pageAccountId)
  useCloseAfterLogIn(onClose)
  const email = client.getQueryData(meQuery.queryKey)?.email
  const password = useRef<HTMLInputElement>(null)
  const form = useForm(async (body) => {
    const schema = import.meta.env.DEV && TokenPair
    // Sent in the background: a 429 must not replace this page by the rate-limit page.
    const pair = await send(client, 'POST', paths.api.token, { body, schema, isBackground: true })
    if (accessToken() !== null && accountIdIn(pair.access) === account) storeTokens(pair)
    else storeSession(pair)
  }, useFailureText())
  return (
    <Dialog
      title={t('again.title')}
      isAlert
      initialFocus={email === undefined ? undefined : password}
      onClose={onClose}
    >
      <p className="mt-2 text-muted">{t('again.note')}</p>
      <Form
        form={form}
        submit={t('again.submit')}
        below={
          <p className="flex flex-wrap justify-between gap-3">
            <LogInElsewhere />
            <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
          </p>
        }
      >
        <FormField
          label={t('again.email')}
          name="email"
          type="email"
          required
          autoComplete="username"
          defaultValue={email}
        />
        <FormPassword ref={password} label={t('again.password')} show={t('again.show')} hide={t('again.hide')} />
      </Form>
    </Dialog>
  )
}
