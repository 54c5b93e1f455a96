import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { useDeed, useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'
import { useChoice } from './use-choice.ts'
import { useThreadChanges } from './use-thread-changes.ts'

/** Shown at once, and as it was before where that fails. Its name says the state; it is as wide in both. */
export function SaveThread() {
  const t = useTranslate()
  const client = useQueryClient()
  const deed = useDeed()
  const { thread } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const { chosen: isSaved, choose } = useChoice(thread.is_saved, (is_saved, begin) =>
    deed({ reason: t('auth.save') }, async () => {
      begin()
      const { threadSave, threadUnsave } = forumPaths.api
      if (is_saved) await send(client, 'POST', threadSave(thread.meta_slug))
      else await send(client, 'DELETE', threadUnsave(thread.meta_slug))
      changeThread({ is_saved })
      void client.invalidateQueries({ queryKey: [forumPaths.api.savedThreads()], refetchType: 'none' })
    }),
  )
  return (
    <button
      type="button"
      className={`text-action needs-script ${isSaved ? 'text-brand' : ''}`}
      aria-keyshortcuts="b"
      title={isSaved ? t('action.unsave') : undefined}
      onClick={({ detail }) => detail < 2 && void choose((wasSaved) => !wasSaved)}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      <span className="grid text-left *:[grid-area:1/1] max-sm:sr-only">
        <span className={isSaved ? 'invisible' : ''} aria-hidden={isSaved}>
          {t('action.save')}
        </span>
        <span className={isSaved ? '' : 'invisible'} aria-hidden={!isSaved}>
          {t('action.saved')}
        </span>
      </span>
    </button>
  )
}
