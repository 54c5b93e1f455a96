import { useState } from 'react'
import { KeysAction } from './keys-action.tsx'
import { useTranslate } from './messages.ts'
import { useListKeys } from './use-list-keys.ts'

export function ListKeys() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  useListKeys(() => setOpen(true))
  return <KeysAction of="list" label={t('forum.keys')} isOpen={isOpen} setOpen={setOpen} />
}
