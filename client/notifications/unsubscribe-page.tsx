import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { notificationPaths } from '#shared/notification-paths.ts'
import { Unsubscribed } from '#shared/notifications.ts'
import { ApiProblem, send } from '../app/api.ts'
import { FormProblem, SubmitButton, useForm } from '../app/form.tsx'
import { useSite } from '../app/site.ts'
import { useAddressQuery } from '../app/use-address-query.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useTranslate } from './messages.ts'

const endings = ['activity', 'moderation', 'all'] as const

/** Asks once: programs open the links of mails before their readers do. */
export function UnsubscribePage() {
  const site = useSite()
  const t = useTranslate()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const token = useAddressQuery().get('token') ?? ''
  const ending = endings.find((one) => token.split('-')[1] === one)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isDone, setDone] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const form = useForm(
    async () => {
      const schema = import.meta.env.DEV && Unsubscribed
      await send(client, 'POST', notificationPaths.api.unsubscribe(), { body: { token }, schema })
      setDone(true)
      // The button that was pressed is gone.
      heading.current?.focus()
    },
    (error) => {
      if (!(error instanceof ApiProblem && error.status === 400)) return t('unsubscribe.failed')
      setRefused(true)
      return ''
    },
  )
  const isWrong = isRefused || (isHydrated && !ending)
  return (
    <main className="frame py-12">
      <title>{`${t('unsubscribe.title')} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto w-full max-w-md">
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold outline-none">
          {t('unsubscribe.title')}
        </h1>
        <p className="without-script mt-6 rounded-xl bg-warning px-4 py-3">{t('unsubscribe.without_script')}</p>
        <div className="mt-6 min-h-40">
          {isWrong && <p role="alert">{t('unsubscribe.wrong')}</p>}
          <output className={isDone ? 'block rounded-xl bg-brand-soft px-4 py-3' : 'sr-only'}>
            {isDone && ending && `${t(`unsubscribe.done.${ending}`)} ${t('unsubscribe.still')}`}
          </output>
          {ending && !isWrong && !isDone && (
            <form onSubmit={form.onSubmit}>
              <p className="mb-6">{t(`unsubscribe.ask.${ending}`)}</p>
              <FormProblem text={form.problem} />
              <SubmitButton isBusy={form.isBusy}>{t('unsubscribe.submit')}</SubmitButton>
            </form>
          )}
          {(isWrong || isDone) && (
            <p className="mt-6">
              <Link to={notificationPaths.settings}>{t('unsubscribe.settings')}</Link>
            </p>
          )}
        </div>
      </div>
    </main>
  )
}
