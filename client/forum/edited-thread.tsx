import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Thread } from '#shared/forum.ts'
import type { Section } from '#shared/forum.ts'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { Spinner } from '../ui/spinner.tsx'
import { myThreadQuery } from './forum.queries.ts'
import { useTranslate } from './new-thread.messages.ts'
import { ThreadForm } from './thread-form.tsx'
import { useLogInAgain, useSubmitted } from './written-thread.tsx'

type EditedThreadProps = { username: string; sections: Section[]; meta_slug: string }

/** One’s own thread: as long as it waits, for half an hour after that, and again once it was rejected. */
export function EditedThread({ meta_slug, ...form }: EditedThreadProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const lead = useSubmitted()
  const onSignedOut = useLogInAgain()
  const { data: thread, isPending } = useQuery(myThreadQuery(meta_slug))
  if (isPending) return <Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />
  if (!thread || thread.source === null) return <p className="mt-4">{t('new_thread.not_yours')}</p>
  const { title, section, source, status, moderation_note } = thread
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
        button={t(status === 'rejected' ? 'new_thread.submit_again' : 'new_thread.save')}
        failed={t('new_thread.edit_failed')}
        onSignedOut={onSignedOut}
        onSubmit={async (body) => {
          const schema = import.meta.env.DEV && Thread
          const path = forumPaths.api.thread(meta_slug)
          const changed = await send(client, 'PATCH', path, { body, schema })
          lead(meta_slug, changed.status === 'pending' && status !== 'pending')
        }}
      />
    </>
  )
}
