import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { SessionPage } from '#shared/users/schema.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useDateTimeFormat } from '../app/format/dates.ts'
import { endLocalSession } from '../app/session/sign-out.ts'
import { useTranslate } from './messages.ts'
import { sessionsQuery } from './profile.queries.ts'
import { RequestButton } from './request-button.tsx'
import { LoadState } from './section-list.tsx'

type SignInProps = { session: SessionPage['results'][number]; onEnd: (id: string, device: string) => void }

function SignIn({ session: { id, device: reportedDevice, created_at, last_used_at, is_current }, onEnd }: SignInProps) {
  const t = useTranslate()
  const moment = useDateTimeFormat()
  const device = reportedDevice || t('sessions.unknown')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          {device} {is_current && <span className="chip">{t('sessions.current')}</span>}
        </p>
        <p className="text-sm text-muted">{t('sessions.used', { date: moment(last_used_at) })}</p>
        <p className="text-sm text-muted">{t('sessions.since', { date: moment(created_at) })}</p>
      </div>
      {!is_current && (
        <button
          type="button"
          className="button button-quiet button-danger"
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
    <div className="mt-4">
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

export function SessionsSection() {
  const t = useTranslate()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState('')
  const sessions = useQuery(sessionsQuery)
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
    <section className="card p-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {t('sessions.title')}
      </h2>
      <LoadState query={sessions} failure={t('sessions.failed')} />
      <ul className="mt-4 divide-y divide-line">
        {sessions.data?.results.map((session) => (
          <SignIn key={session.id} session={session} onEnd={(id, device) => void end(id, device)} />
        ))}
      </ul>
      <output className="block text-sm">{message}</output>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      <SignOutEverywhere onFailed={() => setProblem(t('sessions.end_failed'))} />
    </section>
  )
}
