import type { ReactNode } from 'react'
import { FormProblem } from '../app/form.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type ConfirmDialogProps = {
  title: string
  action: string
  isBusy: boolean
  isDanger?: boolean
  problem?: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, isBusy, isDanger = true, problem = '', onConfirm, onClose, children } = props
  const t = useTranslate()
  return (
    <Dialog title={title} isAlert onClose={onClose}>
      <div className="mt-3 grid gap-3">{children}</div>
      <FormProblem text={problem} />
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
        <button
          type="button"
          className={isDanger ? 'button button-danger' : 'button'}
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={onConfirm}
        >
          {isBusy && <Spinner />}
          {action}
        </button>
      </p>
    </Dialog>
  )
}
