import { createContext, use, useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { IslandLoadError } from '../app/load-error.tsx'
import { useIsOnline } from '../app/connection.ts'
import { useTranslate } from '../app/i18n.tsx'
import { island } from '../app/island.tsx'
import type { ResumableAction } from '../app/session/pending-action.ts'
import { storeRedirect } from '../app/session/redirect.ts'
import { onSessionEnd } from '../app/session/session.ts'
import { useStorage } from '../app/storage.ts'
import { Progress } from '../ui/progress.tsx'
import type { AlertOptions, DialogContent, TierItem } from './dialog-content.ts'

type OpenDialog = (content: DialogContent) => void
type AlertProps = { content: DialogContent; onClose: () => void }

/** Shows the text of a dialog if the dialog's chunk cannot be loaded. */
function PlainDialog({ content, onClose }: AlertProps) {
  const t = useTranslate()
  const isTier = content.kind === 'tier'
  return (
    <IslandLoadError
      text={isTier ? t('common.locked') : content.text}
      onClose={onClose}
      close={t(content.kind === 'alert' ? 'dialog.ok' : 'dialog.close')}
    >
      {content.kind === 'alert' && content.note && <p>{content.note}</p>}
      {content.kind !== 'alert' && (
        <a href={isTier ? paths.subscription : paths.login} className="button">
          {t(isTier ? 'navigation.subscription' : 'dialog.log_in')}
        </a>
      )}
    </IslandLoadError>
  )
}

const DialogContext = createContext<OpenDialog | null>(null)
const AlertDialog = island(async () => (await import('./alert-dialog.tsx')).AlertDialog, {
  pending: <Progress />,
  Failed: PlainDialog,
})

/** Shows AlertDialog. Offline it shows the plain dialog, unless the chunk of AlertDialog is loaded. */
function SiteDialog(props: AlertProps) {
  const isOnline = useIsOnline()
  const [isPlain, setPlain] = useState(false)
  if (!isOnline && !isPlain && !AlertDialog.isLoaded()) setPlain(true)
  return isPlain ? <PlainDialog {...props} /> : <AlertDialog {...props} />
}

/** `resumeAction` runs the action that a log-in interrupted. */
export function DialogProvider({ resumeAction, children }: { resumeAction: ReactNode; children: ReactNode }) {
  const t = useTranslate()
  const [content, setContent] = useState<DialogContent | null>(null)
  useEffect(
    () =>
      onSessionEnd(
        () => new Promise((onEnd) => setContent({ kind: 'log_in_again', text: t('dialog.log_in'), onEnd })),
        t('failed.signed_out'),
      ),
    [t],
  )
  const close = () => {
    setContent(null)
    if (content?.kind === 'log_in_again') content.onEnd()
  }
  const isPending = useStorage('pending_action') !== null
  // The result is announced one render after the action was removed from storage.
  const [wasPending, setWasPending] = useState(false)
  if (isPending && !wasPending) setWasPending(true)
  return (
    <DialogContext value={setContent}>
      {children}
      {content && <SiteDialog content={content} onClose={close} />}
      {wasPending && resumeAction}
    </DialogContext>
  )
}

function useOpenDialog(): OpenDialog {
  const openDialog = use(DialogContext)
  if (!openDialog) throw new Error('No dialog opens outside <DialogProvider>.')
  return openDialog
}

/** Returns a function that asks for a log-in. Afterwards `back` opens, or this page runs `action`. */
export function useLoginPrompt() {
  const openDialog = useOpenDialog()
  const { pathname, search } = useLocation()
  return useCallback(
    (reason: string, back = pathname + search, action: ResumableAction = { kind: 'view' }) => {
      storeRedirect(back)
      openDialog({ kind: 'log_in', text: reason, back, action })
    },
    [openDialog, pathname, search],
  )
}

/** Returns a function that names the plans which open a locked item. After a log-in, `back` opens. */
export function useTierPrompt() {
  const openDialog = useOpenDialog()
  return useCallback(
    (item: TierItem, back: string) => {
      storeRedirect(back)
      openDialog({ kind: 'tier', back, item })
    },
    [openDialog],
  )
}

export function useAlert() {
  const openDialog = useOpenDialog()
  return useCallback(
    (text: string, options?: AlertOptions) => openDialog({ kind: 'alert', text, ...options }),
    [openDialog],
  )
}
