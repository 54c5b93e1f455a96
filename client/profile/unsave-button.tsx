import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { send } from '../app/api.ts'
import { useTranslate } from '../app/i18n.tsx'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'

type UnsaveButtonProps = {
  title: string
  paths: { save: string; unsave: string }
  texts: { save: string; saved: string; failed: string }
  onToggled: (client: QueryClient, isSaved: boolean) => void
}

/** Button that removes a saved item. The row stays, so that the user can undo this. */
export function UnsaveButton({ title, paths, texts, onToggled }: UnsaveButtonProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const button = useRef<HTMLButtonElement>(null)
  const [isSaved, setSaved] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const rememberFocus = useRestoreFocus(button, isBusy)
  const toggle = async () => {
    rememberFocus()
    setBusy(true)
    try {
      if (isSaved) await send(client, 'DELETE', paths.unsave)
      else await send(client, 'POST', paths.save)
      setSaved(!isSaved)
      onToggled(client, !isSaved)
    } catch {
      alert(texts.failed, { note: t('common.try_later') })
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
      {isSaved ? texts.saved : texts.save}
      <span className="sr-only">: {title}</span>
    </button>
  )
}
