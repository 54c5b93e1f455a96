import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { SessionPage } from '#shared/users/schema.ts'
import { ApiProblem, send } from '../app/api.ts'
import { ShortTime } from '../app/format/date-time.tsx'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { endLocalSession } from '../app/session/sign-out.ts'
import { useTranslate } from './messages.ts'
import { sessionsQuery } from './profile.queries.ts'
import { RequestButton } from './request-button.tsx'
import { LoadState, Setting } from './section-list.tsx'

type SignInProps = { session: SessionPage['results'][number]; onEnd: (id: string, device: string) => void }

function SignIn({ session: { id, device: reportedDevice, created_at, last_used_at, is_current }, onEnd }: SignInProps) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const device = reportedDevice || t('sessions.unknown')
  return (
    <li className="sign-in">
      <p>
        <span className="font-semibold">{device}</span>{' '}
        {is_current && <span className="chip">{t('sessions.current')}</span>}
        <span className="block text-sm text-muted">{t('sessions.since', { date: moment(created_at) })}</span>
      </p>
      <span>
        <span className="sr-only">{t('sessions.used')} </span>
        <ShortTime at={last_used_at} />
      </span>
      {!is_current && (
        <button
          type="button"
          className="text-button text-danger"
          aria-label={t('sessions.end_of', { device })}
          onClick={() => onEnd(id, device)}
        >
          {t('sessions.end')}
        </button>
      )}
    </li>
  )
}

/** Button that ends all sessions, this browser's too, after confirmation. */
function SignOutEverywhere({ onFailed }: { onFailed: () => void }) {
  const t = useTranslate()
  const client = useQueryClient()
  const end = () =>
    send(client, 'DELETE', paths.api.meSessions).then(endLocalSession, (error: unknown) => {
      // After a 401: an earlier request has ended this session too.
      if (error instanceof ApiProblem && error.status === 401) endLocalSession()
      else onFailed()
    })
  return (
    <div className="mt-3">
      <RequestButton
        label={t('sessions.everywhere')}
        className="button button-quiet button-danger"
        request={end}
        confirmation={{
          title: t('sessions.everywhere_title'),
          text: t('sessions.everywhere_note'),
          cancel: t('sessions.cancel'),
          submit: t('sessions.everywhere'),
        }}
      />
    </div>
  )
}

const firstSessions = 5 // shown before all are requested

export function SessionsSection() {
  const t = useTranslate()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState('')
  const [isWhole, setWhole] = useState(false)
  const sessions = useQuery(sessionsQuery)
  const listed = sessions.data?.results ?? []
  const end = async (id: string, device: string) => {
    setMessage('')
    setProblem('')
    try {
      await send(client, 'DELETE', paths.api.meSession(id))
      setMessage(t('sessions.ended', { device }))
      await client.invalidateQueries(sessionsQuery)
      // The pressed button is no longer on the page.
      heading.current?.focus()
    } catch {
      setProblem(t('sessions.end_failed'))
    }
  }
  return (
    <Setting heading={heading} title={t('sessions.title')}>
      <LoadState query={sessions} failure={t('sessions.failed')} />
      <ul>
        {listed.slice(0, isWhole ? undefined : firstSessions).map((session) => (
          <SignIn key={session.id} session={session} onEnd={(id, device) => void end(id, device)} />
        ))}
      </ul>
      {!isWhole && listed.length > firstSessions && (
        <button type="button" className="text-button" onClick={() => setWhole(true)}>
          {t('sessions.show_all', { count: listed.length })}
        </button>
      )}
      <output className="block text-sm">{message}</output>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      <SignOutEverywhere onFailed={() => setProblem(t('sessions.end_failed'))} />
    </Setting>
  )
}
