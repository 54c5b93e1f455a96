import type { FormEvent, ReactNode } from 'react'
import { FormProblem } from '../../app/form.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from './tools.messages.ts'

type FormDialogProps = {
  title: string
  note: string
  /** Label of the submit button. Undefined if nothing can be sent. */
  submitLabel: string | undefined
  isBusy: boolean
  problem: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

export function FormDialog({
  title,
  note,
  submitLabel,
  isBusy,
  problem,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mt-2 text-muted">{note}</p>
      <form className="mt-4 space-y-4" onSubmit={onSubmit}>
        <FormProblem text={problem} />
        {children}
        <p className="flex flex-wrap justify-end gap-3">
          <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
          {submitLabel && (
            <button type="submit" className="button" aria-disabled={isBusy} aria-busy={isBusy}>
              {isBusy && <Spinner />}
              {submitLabel}
            </button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
