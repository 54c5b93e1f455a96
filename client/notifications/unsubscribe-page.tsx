import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { Unsubscribed } from '#shared/forum/notifications.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useSite } from '../app/site.ts'
import { useLinkToken } from '../app/session/use-link-token.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useTranslate } from './messages.ts'

const endings = ['activity', 'moderation', 'all'] as const
type State = 'asked' | 'busy' | 'done' | 'refused' | 'failed'

function useUnsubscribe(token: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const [state, setState] = useState<State>('asked')
  const end = async () => {
    if (state === 'busy') return
    setState('busy')
    try {
      const schema = import.meta.env.DEV && Unsubscribed
      await send(client, 'POST', notificationPaths.api.unsubscribe(), { body: { token }, schema })
      setState('done')
      // The pressed button is no longer on the page.
      heading.current?.focus()
    } catch (error) {
      setState(error instanceof ApiProblem && error.status === 400 ? 'refused' : 'failed')
    }
  }
  return { state, end, heading }
}

/** Page of a mail's unsubscribe link. It needs a click, since mail scanners open links. */
export function UnsubscribePage() {
  const site = useSite()
  const t = useTranslate()
  const isHydrated = useHydrated()
  const token = useLinkToken()
  // Kind of mail named in the token. Null until hydration, since the server renders one page for all tokens.
  const ending = isHydrated ? endings.find((one) => token.split('-')[1] === one) : undefined
  const { state, end, heading } = useUnsubscribe(token)
  const isWrong = isHydrated && (!ending || state === 'refused')
  const isDone = state === 'done' && ending
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
            {isDone && `${t(`unsubscribe.done.${ending}`)} ${t('unsubscribe.still')}`}
          </output>
          {ending && !isWrong && !isDone && (
            <>
              <p>{t(`unsubscribe.ask.${ending}`)}</p>
              {state === 'failed' && (
                <p role="alert" className="mt-3 font-semibold text-danger">
                  {t('unsubscribe.failed')}
                </p>
              )}
              <button
                type="button"
                className="button mt-6 w-full"
                aria-busy={state === 'busy'}
                onClick={() => void end()}
              >
                {state === 'busy' && <Spinner />}
                {t('unsubscribe.submit')}
              </button>
            </>
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
