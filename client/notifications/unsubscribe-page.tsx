import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { Unsubscribed } from '#shared/forum/notifications.ts'
import { Link } from '../app/link.tsx'
import { ApiProblem, send } from '../app/api.ts'
import { useRequest } from '../app/form.tsx'
import { UnlistedHead } from '../app/head.tsx'
import { useLinkToken } from '../app/session/use-link-token.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useTranslate } from './messages.ts'

const endings = ['activity', 'moderation', 'all'] as const
type Ending = (typeof endings)[number]

type QuestionProps = { ending: Ending; token: string; onDone: (isAccepted: boolean) => void }

function Question({ ending, token, onDone }: QuestionProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const { run, isBusy, problem } = useRequest(() => t('unsubscribe.failed'))
  const unsubscribe = async () => {
    try {
      const schema = import.meta.env.DEV && Unsubscribed
      await send(client, 'POST', notificationPaths.api.unsubscribe(), { body: { token }, schema })
      onDone(true)
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 400)) throw error
      onDone(false)
    }
  }
  return (
    <>
      <p>{t(`unsubscribe.ask.${ending}`)}</p>
      {problem && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {problem}
        </p>
      )}
      <button type="button" className="button mt-6 w-full" aria-busy={isBusy} onClick={() => void run(unsubscribe)}>
        {isBusy && <Spinner />}
        {t('unsubscribe.submit')}
      </button>
    </>
  )
}

/** Page of a mail's unsubscribe link. It needs a click, since mail scanners open links. */
export function UnsubscribePage() {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const token = useLinkToken()
  const heading = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<'asking' | 'done' | 'refused'>('asking')
  // Kind of mail named in the token. Null until hydration, since the server renders one page for all tokens.
  const ending = isHydrated ? endings.find((one) => token.split('-')[1] === one) : undefined
  const isWrong = isHydrated && (!ending || state === 'refused')
  const isDone = state === 'done' && ending
  const onDone = (isAccepted: boolean) => {
    setState(isAccepted ? 'done' : 'refused')
    // The pressed button is no longer on the page.
    if (isAccepted) heading.current?.focus()
  }
  return (
    <main className="frame py-12">
      <UnlistedHead title={t('unsubscribe.title')} />
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
          {ending && state === 'asking' && <Question ending={ending} token={token} onDone={onDone} />}
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
