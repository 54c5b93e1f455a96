import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { useDeed, useThread } from './thread-context.tsx'
import { useTranslate } from './thread.messages.ts'
import { useThreadChanges } from './use-thread-changes.ts'

/** Shown at once, and as it was before where that fails. Its name says the state; it is as wide in both. */
export function SaveThread() {
  const t = useTranslate()
  const client = useQueryClient()
  const deed = useDeed()
  const { thread } = useThread()
  const { changeThread } = useThreadChanges(thread.meta_slug)
  const [sent, setSent] = useState<boolean | null>(null)
  const sending = useRef(false)
  const isSaved = sent ?? thread.is_saved
  const toggle = async () => {
    if (sending.current) return
    sending.current = true
    const wanted = !thread.is_saved
    await deed({ reason: t('auth.save') }, async () => {
      setSent(wanted)
      const { threadSave, threadUnsave } = forumPaths.api
      if (wanted) await send(client, 'POST', threadSave(thread.meta_slug))
      else await send(client, 'DELETE', threadUnsave(thread.meta_slug))
      changeThread({ is_saved: wanted })
      void client.invalidateQueries({ queryKey: [forumPaths.api.savedThreads()], refetchType: 'none' })
    })
    sending.current = false
    setSent(null)
  }
  return (
    <button
      type="button"
      className={`text-action needs-script ${isSaved ? 'text-brand' : ''}`}
      aria-keyshortcuts="b"
      title={isSaved ? t('action.unsave') : undefined}
      onClick={() => void toggle()}
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
