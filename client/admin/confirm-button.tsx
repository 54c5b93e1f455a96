import { useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useSubmit } from './use-submit.ts'

type ConfirmButtonProps<Result> = {
  label: string
  /** Accessible name of the button, if it says more than the label. */
  name?: string
  isDisabled?: boolean
  isDanger?: boolean
  title: string
  action: string
  send: () => Promise<Result>
  onDone: (result: Result) => void
  onClose?: () => void
  /** Content of the dialog. */
  children: ReactNode | ((errorOf: (field: string) => string | undefined) => ReactNode)
}

/** Button that sends a request after confirmation. The dialog stays open until the request has succeeded. */
export function ConfirmButton<Result>({ label, name, isDisabled, ...props }: ConfirmButtonProps<Result>) {
  const { send, onDone, onClose, children, ...dialog } = props
  const { isDanger = true } = dialog
  const { isBusy, problem, fields, run, clear } = useSubmit()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    clear()
    onClose?.()
  }
  const submit = () =>
    run(send, (result) => {
      close()
      onDone(result)
    })
  return (
    <>
      <button
        type="button"
        className={`button button-quiet ${isDanger ? 'button-danger' : ''}`}
        aria-label={name}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <ConfirmDialog {...dialog} {...{ isBusy, problem }} onConfirm={() => void submit()} onClose={close}>
          {typeof children === 'function' ? children((field) => fields[field]?.[0]) : children}
        </ConfirmDialog>
      )}
    </>
  )
}
