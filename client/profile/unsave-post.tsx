import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { blogPaths } from '#shared/blog-paths.ts'
import { send } from '../app/api.ts'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useFocusBack } from '../ui/use-focus-back.ts'
import { useTranslate } from './messages.ts'

/** The row stays, so that a slip can be undone. */
export function UnsavePost({ slug, title }: { slug: string; title: string }) {
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
      if (isSaved) await send(client, 'DELETE', blogPaths.api.unsave(slug))
      else await send(client, 'POST', blogPaths.api.save(slug))
      setSaved(!isSaved)
      client.setQueryData(['saved_post', slug], !isSaved)
      void client.invalidateQueries({ queryKey: ['saved', 'posts'], refetchType: 'none' })
    } catch {
      alert(t('news.save_failed'))
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
      {t(isSaved ? 'news.saved' : 'news.save')}
      <span className="sr-only">: {title}</span>
    </button>
  )
}
