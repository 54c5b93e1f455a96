import { useQuery, useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { SubmittedThread, Thread } from '#shared/forum/schema.ts'
import type { Section } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { meQuery } from '../../app/session/me.queries.ts'
import { useSite } from '../../app/site.ts'
import { useViewer } from '../../app/session/viewer.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { sectionsQuery } from '../forum.queries.ts'
import { draftQuery, myThreadQuery } from './drafts.queries.ts'
import { send } from '../../app/api.ts'
import { writeStorage } from '../../app/storage.ts'
import { useIdempotentRequest } from '../../app/use-idempotent-request.ts'
import { useAlert, useLoginPrompt } from '../../dialogs/dialog-provider.tsx'
import { useTranslate } from './messages.ts'
import { blankDraft } from './use-thread-draft.ts'
import { ThreadForm } from './thread-form.tsx'

// Loads the editor at the same time as the form's data.
void MarkdownEditor.prepare()

type ComposeProps = {
  edited: string | null
  section: string
  /** Shown if the session has ended. */
  logIn: ReactNode
}

export function ComposeThread({ edited, section, logIn }: ComposeProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { asks_confirmed_email } = useSite()
  const { data: sections } = useSuspenseQuery(sectionsQuery())
  const { data: me, error } = useQuery({ ...meQuery, enabled: is_signed_in, refetchOnWindowFocus: 'always' })
  if (!me && !is_signed_in) return logIn
  if (!me && error) throw error
  if (!me) return <Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />
  const form = { username: me.username, sections }
  return (
    <div className="mt-4">
      {asks_confirmed_email && !me.is_email_confirmed && <UnconfirmedNote email={me.email} />}
      {edited === null ? (
        <NewThreadForm key={me.username} {...form} section={section} />
      ) : (
        <EditedThread key={`${me.username} ${edited}`} {...form} meta_slug={edited} />
      )}
    </div>
  )
}

type FormProps = { username: string; sections: Section[] }

function useOpenSubmittedThread() {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const navigate = useNavigate()
  return (meta_slug: string, isWaiting: boolean) => {
    client.removeQueries({
      predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/forum/'),
      type: 'inactive',
    })
    if (isWaiting) {
      writeStorage('forum.pending', '1')
      alert(t('new_thread.submitted'))
    }
    void navigate(forumPaths.thread(meta_slug), { replace: true })
  }
}

function useLogInAgain() {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const { pathname, search } = useLocation()
  return () => promptLogin(t('new_thread.log_in'), pathname + search)
}

function NewThreadForm({ section, ...form }: FormProps & { section: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const openSubmitted = useOpenSubmittedThread()
  const onSignedOut = useLogInAgain()
  const repeatable = useIdempotentRequest('attempt:thread')
  const { data: server, isPending } = useQuery(draftQuery(form.username))
  if (isPending) return <Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />
  return (
    <>
      <p className="mt-2 text-muted">{t('new_thread.moderation')}</p>
      <ThreadForm
        {...form}
        initial={{ ...blankDraft, section }}
        server={server}
        button={t('new_thread.submit')}
        failed={t('new_thread.failed')}
        onSignedOut={onSignedOut}
        onSubmit={async (body) => {
          const schema = import.meta.env.DEV && SubmittedThread
          const { title, section: chosen, description } = body
          const { meta_slug, status } = await repeatable([title, chosen, description], (headers) =>
            send(client, 'POST', forumPaths.api.threads(), { body, schema, headers }),
          )
          openSubmitted(meta_slug, status === 'pending')
        }}
      />
    </>
  )
}

/** Form for the author's edit of a thread: while pending, 30 minutes after publication, or after a rejection. */
function EditedThread({ meta_slug, ...form }: FormProps & { meta_slug: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const openSubmitted = useOpenSubmittedThread()
  const onSignedOut = useLogInAgain()
  const { data: thread, isPending } = useQuery(myThreadQuery(meta_slug))
  if (isPending) return <Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />
  if (!thread || thread.source === null) return <p className="mt-4">{t('new_thread.not_yours')}</p>
  const { title, section, source, language, status, moderation_note } = thread
  return (
    <>
      {moderation_note && (
        <div role="note" className="mt-4 rounded-lg bg-warning p-3">
          <p className="font-semibold">{t('new_thread.note')}</p>
          <p className="whitespace-pre-wrap" dir="auto">
            {moderation_note}
          </p>
        </div>
      )}
      <ThreadForm
        {...form}
        meta_slug={meta_slug}
        initial={{ title, section: section.slug, description: source }}
        language={language}
        button={t(status === 'rejected' ? 'new_thread.submit_again' : 'new_thread.save')}
        failed={t('new_thread.edit_failed')}
        onSignedOut={onSignedOut}
        onSubmit={async (body) => {
          const schema = import.meta.env.DEV && Thread
          const path = forumPaths.api.thread(meta_slug)
          const changed = await send(client, 'PATCH', path, { body, schema })
          openSubmitted(meta_slug, changed.status === 'pending' && status !== 'pending')
        }}
      />
    </>
  )
}

function UnconfirmedNote({ email }: { email: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle')
  const resend = () => {
    if (state === 'busy') return
    setState('busy')
    send(client, 'POST', paths.api.resendConfirmation).then(
      () => setState('sent'),
      () => setState('failed'),
    )
  }
  return (
    <div role="note" className="rounded-lg bg-warning p-3">
      <p>{t('unconfirmed.text', { email })}</p>
      {state !== 'sent' && (
        <button type="button" className="min-h-11 text-brand underline" aria-busy={state === 'busy'} onClick={resend}>
          {t('unconfirmed.resend')}
        </button>
      )}
      <output className="block">
        {state === 'sent' && t('unconfirmed.resent')}
        {state === 'failed' && <span className="text-danger">{t('unconfirmed.failed')}</span>}
      </output>
    </div>
  )
}
