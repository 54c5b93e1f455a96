import { createContext, use, useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { BrokenIsland } from '../app/broken.tsx'
import { useTranslate } from '../app/i18n.tsx'
import { island } from '../app/island.tsx'
import { storeRedirect } from '../app/redirect.ts'
import { Progress } from '../ui/progress.tsx'

export type DialogContent = { kind: 'log_in' | 'alert'; text: string }
type OpenDialog = (content: DialogContent) => void
type AlertProps = { content: DialogContent; onClose: () => void }

/** What the dialog says, where its script is missing. */
function PlainDialog({ content: { kind, text }, onClose }: AlertProps) {
  const t = useTranslate()
  return (
    <BrokenIsland text={text} onClose={onClose}>
      {kind === 'log_in' && (
        <a href={paths.login} className="button">
          {t('dialog.log_in')}
        </a>
      )}
    </BrokenIsland>
  )
}

const DialogContext = createContext<OpenDialog | null>(null)
const AlertDialog = island(async () => (await import('./alert-dialog.tsx')).AlertDialog, {
  pending: <Progress />,
  Failed: PlainDialog,
})

export function DialogProvider({ children }: { children: ReactNode }) {
  const [content, setContent] = useState<DialogContent | null>(null)
  return (
    <DialogContext value={setContent}>
      {children}
      {content && <AlertDialog content={content} onClose={() => setContent(null)} />}
    </DialogContext>
  )
}

function useOpenDialog(): OpenDialog {
  const openDialog = use(DialogContext)
  if (!openDialog) throw new Error('No dialog opens outside <DialogProvider>.')
  return openDialog
}

/** After the log-in the person goes on at `back`, or on this very page. */
export function useLoginPrompt() {
  const openDialog = useOpenDialog()
  const { pathname, search } = useLocation()
  return useCallback(
    (reason: string, back = pathname + search) => {
      storeRedirect(back)
      openDialog({ kind: 'log_in', text: reason })
    },
    [openDialog, pathname, search],
  )
}

export function useAlert() {
  const openDialog = useOpenDialog()
  return useCallback((text: string) => openDialog({ kind: 'alert', text }), [openDialog])
}
