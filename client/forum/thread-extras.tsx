import { useState } from 'react'
import { FreshComments } from './fresh-comments.tsx'
import { KeysAction } from './keys-action.tsx'
import { useTranslate } from './thread.messages.ts'
import { useThreadKeys } from './use-thread-keys.ts'

/** Comments that come while one reads, and the keys. */
export function ThreadExtras() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  useThreadKeys(() => setOpen(true))
  return (
    <>
      <FreshComments />
      <KeysAction of="thread" label={t('action.keys')} isOpen={isOpen} setOpen={setOpen} />
    </>
  )
}
