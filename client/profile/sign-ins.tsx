import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { SessionPage } from '#shared/users.ts'
import { ApiProblem, send } from '../api.ts'
import { useMoment } from '../dates.ts'
import { signOut } from '../session.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { profileCopy } from './profile-copy.ts'
import { sessionsQuery } from './sessions.queries.ts'

type SignInProps = { session: SessionPage['results'][number]; onEnd: (id: string, device: string) => void }

function SignIn({ session: { id, device: told, created_at, last_used_at, is_current }, onEnd }: SignInProps) {
  const { sessions: text } = profileCopy.useCopy()
  const moment = useMoment()
  const device = told || text.unknown
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          {device} {is_current && <span className="chip">{text.current}</span>}
        </p>
        <p className="text-sm text-muted">{text.used.replace('{date}', moment(last_used_at))}</p>
        <p className="text-sm text-muted">{text.since.replace('{date}', moment(created_at))}</p>
      </div>
      {!is_current && (
        <button
          type="button"
          className="button button-quiet"
          aria-label={text.end_of.replace('{device}', device)}
          onClick={() => onEnd(id, device)}
        >
          {text.end}
        </button>
      )}
    </li>
  )
}

/** Asks before this browser too is signed out; where that fails, nobody is told that it was done. */
function Everywhere({ onFailed }: { onFailed: () => void }) {
  const { sessions: text } = profileCopy.useCopy()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const endAll = () => {
    setBusy(true)
    send(client, 'DELETE', paths.api.meSessions).then(signOut, () => {
      setBusy(false)
      setAsking(false)
      onFailed()
    })
  }
  return (
    <>
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
            <button type="button" className="button" disabled={isBusy} onClick={endAll}>
              {text.everywhere}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Every browser that is signed in; each can be signed out, or all. */
export function SignIns() {
  const { sessions: text, loading } = profileCopy.useCopy()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  const { data, isError } = useQuery(sessionsQuery)
  const end = async (id: string, device: string) => {
    setSaid('')
    setProblem('')
    try {
      await send(client, 'DELETE', paths.api.meSession(id)).catch((error: unknown) => {
        // Signed out before, in another tab: that was wanted.
        if (!(error instanceof ApiProblem && error.status === 404)) throw error
      })
      setSaid(text.ended.replace('{device}', device))
      await client.invalidateQueries(sessionsQuery)
      // The button that was pressed is gone.
      heading.current?.focus()
    } catch {
      setProblem(text.end_failed)
    }
  }
  return (
    <section className="card p-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {text.title}
      </h2>
      {isError && !data && (
        <p role="alert" className="mt-2 text-danger">
          {text.failed}
        </p>
      )}
      {!isError && !data && <Spinner label={loading} className="mt-4" />}
      <ul className="mt-4 divide-y divide-line">
        {data?.results.map((session) => (
          <SignIn key={session.id} session={session} onEnd={(id, device) => void end(id, device)} />
        ))}
      </ul>
      <output className="block text-sm">{said}</output>
      {problem && (
        <p role="alert" className="mt-2 text-danger">
          {problem}
        </p>
      )}
      <Everywhere onFailed={() => setProblem(text.end_failed)} />
    </section>
  )
}
