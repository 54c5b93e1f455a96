import type { ReactNode } from 'react'
import { useIsOnline } from './connection.ts'
import { useTranslate } from './i18n.tsx'

const reload = () => location.reload()
type NoteProps = { text?: string | undefined; children?: ReactNode }
type IslandProps = NoteProps & { onClose: () => void; close?: string }

export function LoadErrorNote({ text, children }: NoteProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (
    <div role="alert" className="broken">
      <p>{text ?? t('failed.part')}</p>
      {children}
      {/* A reload without a connection would lose the page. */}
      {isOnline && (
        <button type="button" className="button button-quiet" onClick={reload}>
          {t('failed.reload')}
        </button>
      )}
    </div>
  )
}

export function IslandLoadError({ text, onClose, close, children }: IslandProps) {
  const t = useTranslate()
  return (
    <LoadErrorNote text={text}>
      {children}
      <button type="button" className="button button-quiet" onClick={onClose}>
        {close ?? t('dialog.close')}
      </button>
    </LoadErrorNote>
  )
}
