import { useState } from 'react'
import type { ReactNode } from 'react'
import { FormProblem } from '../app/form.tsx'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { useSubmit } from './use-submit.ts'

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

type ConfirmButtonProps<Result> = Pick<ConfirmDialogProps, 'title' | 'isDanger' | 'children'> & {
  label: string
  /** Label of the button in the dialog. Default: `label`. */
  action?: string
  className?: string
  isDisabled?: boolean
  /** False: the dialog cannot be confirmed yet. */
  isReady?: boolean
  /** Message if the server gives no reason for a refusal. */
  failed: string
  send: () => Promise<Result>
  onDone: (result: Result) => void
}

/** Button that sends a request after a confirmation. The dialog shows a refusal. */
export function ConfirmButton<Result>(props: ConfirmButtonProps<Result>) {
  const { label, action = label, className = 'button button-quiet', isDisabled = false, ...dialog } = props
  const { isReady = true, failed, send, onDone, ...shown } = dialog
  const [isOpen, setOpen] = useState(false)
  const { isBusy, problem, run, clear } = useSubmit(failed)
  const onClick = () => {
    clear()
    setOpen(true)
  }
  const onConfirm = () =>
    void run(send, (result) => {
      setOpen(false)
      onDone(result)
    })
  return (
    <>
      <button type="button" className={className} disabled={isDisabled} onClick={onClick}>
        {label}
      </button>
      {isOpen && (
        <ConfirmDialog
          {...shown}
          {...{ action, problem, onConfirm }}
          isBusy={isBusy || !isReady}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
