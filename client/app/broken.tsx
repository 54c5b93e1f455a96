import type { ReactNode } from 'react'
import { useTranslate } from './i18n.tsx'

const reload = () => location.reload()
type NoteProps = { text?: string | undefined; children?: ReactNode }

export function BrokenNote({ text, children }: NoteProps) {
  const t = useTranslate()
  return (
    <div role="alert" className="broken">
      <p>{text ?? t('failed.part')}</p>
      {children}
      <button type="button" className="button button-quiet" onClick={reload}>
        {t('failed.reload')}
      </button>
    </div>
  )
}

export function BrokenIsland({ text, onClose, children }: NoteProps & { onClose: () => void }) {
  const t = useTranslate()
  return (
    <BrokenNote text={text}>
      {children}
      <button type="button" className="button button-quiet" onClick={onClose}>
        {t('dialog.close')}
      </button>
    </BrokenNote>
  )
}
