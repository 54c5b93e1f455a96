import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../app/api.ts'
import { useTranslate } from '../app/i18n.tsx'
import { useAlert } from '../dialogs/dialog-provider.tsx'
import { SaveToggle } from '../ui/save-toggle.tsx'

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
  const [isSaved, setSaved] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const toggle = async () => {
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
    <SaveToggle isSaved={isSaved} isBusy={isBusy} onToggle={toggle}>
      {isSaved ? texts.saved : texts.save}
      <span className="sr-only">: {title}</span>
    </SaveToggle>
  )
}
