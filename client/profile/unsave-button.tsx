import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { forumPaths } from '#shared/forum-paths.ts'
import { send } from '../app/api.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useTranslate } from './messages.ts'

/** The row stays, so that a slip can be undone. */
export function UnsaveButton({ meta_slug, title }: { meta_slug: string; title: string }) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const button = useRef<HTMLButtonElement>(null)
  const [isSaved, setSaved] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const noteFocus = useFocusBack(button, isBusy)
  const toggle = async () => {
    noteFocus()
    setBusy(true)
    try {
      if (isSaved) await send(client, 'DELETE', forumPaths.api.threadUnsave(meta_slug))
      else await send(client, 'POST', forumPaths.api.threadSave(meta_slug))
      setSaved(!isSaved)
      void client.invalidateQueries({ queryKey: [forumPaths.api.thread(meta_slug)] })
    } catch {
      alert(t('threads.save_failed'))
    }
    setBusy(false)
  }
  return (
    <button
      ref={button}
      type="button"
      className={`button button-quiet ${isSaved ? 'is-saved' : ''}`}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={() => void toggle()}
    >
      <Bookmark className={`size-4 ${isSaved ? 'fill-current' : ''}`} aria-hidden="true" />
      {t(isSaved ? 'threads.unsave' : 'threads.save')}
      <span className="sr-only">: {title}</span>
    </button>
  )
}
