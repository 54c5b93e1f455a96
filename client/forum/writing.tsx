import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../app/me.queries.ts'
import { useSite } from '../app/site.ts'
import { useViewer } from '../app/viewer.ts'
import { Spinner } from '../ui/spinner.tsx'
import { EditedThread } from './edited-thread.tsx'
import { Editor } from './editor.tsx'
import { sectionsQuery } from './forum.queries.ts'
import { useTranslate } from './new-thread.messages.ts'
import { UnconfirmedNote } from './unconfirmed-note.tsx'
import { WrittenThread } from './written-thread.tsx'

// Together with what the form waits for.
void Editor.prepare()

/** What a member writes with: a new thread, or the one that is edited. */
export function Writing({ edited, section }: { edited: string | null; section: string }) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { asks_confirmed_email } = useSite()
  const { data: sections } = useSuspenseQuery(sectionsQuery)
  const { data: me, error } = useQuery({ ...meQuery, enabled: is_signed_in, refetchOnWindowFocus: 'always' })
  if (!me && error) throw error
  if (!me) return <Spinner label={t('common.loading')} className="mt-6 min-h-dvh" />
  const form = { username: me.username, sections }
  return (
    <div className="mt-4">
      {asks_confirmed_email && !me.is_email_confirmed && <UnconfirmedNote email={me.email} />}
      {edited === null ? (
        <WrittenThread key={me.username} {...form} section={section} />
      ) : (
        <EditedThread key={`${me.username} ${edited}`} {...form} meta_slug={edited} />
      )}
    </div>
  )
}
