import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#shared/paths.ts'
import { SessionPage } from '#shared/users.ts'
import { apiQuery, send } from '../api.ts'
import { useMoment } from '../dates.ts'
import { signOut } from '../session.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { profileCopy } from './profile-copy.ts'

const sessionsQuery = apiQuery(paths.api.meSessions, SessionPage)

/** Every browser that is signed in; each can be signed out, or all. */
export function SignIns() {
  const { sessions: text } = profileCopy.useCopy()
  const client = useQueryClient()
  const moment = useMoment()
  const [isAsking, setAsking] = useState(false)
  const { data, isError } = useQuery(sessionsQuery)
  const end = (id: string) =>
    void send(client, 'DELETE', paths.api.meSession(id)).finally(() => client.invalidateQueries(sessionsQuery))
  const endAll = () => void send(client, 'DELETE', paths.api.meSessions).finally(signOut)
  return (
    <section className="card p-6">
      <h2 className="text-xl font-bold">{text.title}</h2>
      {isError && <p role="alert">{text.failed}</p>}
      <ul className="mt-4 divide-y divide-line">
        {data?.results.map(({ id, device, created_at, last_used_at, is_current }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {device || text.unknown} {is_current && <span className="chip">{text.current}</span>}
              </p>
              <p className="text-sm text-muted">
                {text.since.replace('{date}', moment(created_at))}, {text.used.replace('{date}', moment(last_used_at))}
              </p>
            </div>
            {!is_current && (
              <button
                type="button"
                className="button button-quiet"
                aria-label={text.end_of.replace('{device}', device || text.unknown)}
                onClick={() => end(id)}
              >
                {text.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <button type="button" className="button button-quiet" onClick={() => setAsking(true)}>
          {text.everywhere}
        </button>
      </p>
      {isAsking && (
        <Dialog title={text.everywhere_title} isAlert onClose={() => setAsking(false)}>
          <p className="mt-2 text-muted">{text.everywhere_note}</p>
          <p className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogClose className="button button-quiet">{text.cancel}</DialogClose>
            <button type="button" className="button" onClick={endAll}>
              {text.everywhere}
            </button>
          </p>
        </Dialog>
      )}
    </section>
  )
}
