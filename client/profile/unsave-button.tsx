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

/** Button that removes a saved item. It changes before the response. The row stays, so that the user can undo this. */
export function UnsaveButton({ title, paths, texts, onToggled }: UnsaveButtonProps) {
  const t = useTranslate()
  const client = useQueryClient()
  const alert = useAlert()
  const [isSaved, setSaved] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const toggle = async () => {
    const next = !isSaved
    setBusy(true)
    setSaved(next)
    try {
      if (next) await send(client, 'POST', paths.save)
      else await send(client, 'DELETE', paths.unsave)
      onToggled(client, next)
    } catch {
      setSaved(isSaved)
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
