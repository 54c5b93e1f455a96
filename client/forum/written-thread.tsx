import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { SubmittedThread } from '#shared/forum.ts'
import type { Section } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { writeStorage } from '../app/storage.ts'
import { useAlert, useLoginPrompt } from '../dialogs/dialog-provider.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { blankDraft } from './device-draft.ts'
import { draftQuery } from './forum.queries.ts'
import { useTranslate } from './new-thread.messages.ts'
import { ThreadForm } from './thread-form.tsx'

type FormProps = { username: string; sections: Section[] }

/** Leads to what was submitted, which waits for a moderator, and forgets what was known of the forum before. */
export function useSubmitted() {
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

export function useLogInAgain() {
  const t = useTranslate()
  const promptLogin = useLoginPrompt()
  const { pathname, search } = useLocation()
  return () => promptLogin(t('new_thread.log_in'), pathname + search)
}

export function WrittenThread({ section, ...form }: FormProps & { section: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const lead = useSubmitted()
  const onSignedOut = useLogInAgain()
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
          const { meta_slug, status } = await send(client, 'POST', forumPaths.api.threads(), { body, schema })
          lead(meta_slug, status === 'pending')
        }}
      />
    </>
  )
}
