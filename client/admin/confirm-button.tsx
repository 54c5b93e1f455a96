import { useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useSubmit } from './use-submit.ts'

type ConfirmButtonProps<Result> = {
  label: string
  /** Accessible name of the button, if it says more than the label. */
  name?: string
  isDisabled?: boolean
  /** False: the dialog cannot be confirmed yet. */
  isReady?: boolean
  isDanger?: boolean
  className?: string
  title: string
  /** Default: `label`. */
  action?: string
  send: () => Promise<Result>
  onDone: (result: Result) => void
  onClose?: () => void
  /** Content of the dialog. */
  children: ReactNode | ((errorOf: (field: string) => string | undefined) => ReactNode)
}

/** Button that sends a request after confirmation. The dialog stays open until the request has succeeded. */
export function ConfirmButton<Result>({ label, name, isDisabled, ...props }: ConfirmButtonProps<Result>) {
  const { title, action = label, isReady = true, isDanger = true, send, onDone, onClose, children } = props
  const { className = `button button-quiet ${isDanger ? 'button-danger' : ''}` } = props
  const { isBusy, problem, fields, run, clear } = useSubmit()
  const [isOpen, setOpen] = useState(false)
  const hasFields = typeof children === 'function'
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
      <button type="button" className={className} aria-label={name} disabled={isDisabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <ConfirmDialog
          {...{ title, action, isDanger }}
          isBusy={isBusy || !isReady}
          problem={problem || (hasFields ? '' : Object.values(fields).flat().join(' '))}
          onConfirm={() => void submit()}
          onClose={close}
        >
          {hasFields ? children((field) => fields[field]?.[0]) : children}
        </ConfirmDialog>
      )}
    </>
  )
}
