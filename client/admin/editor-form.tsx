import type { FormEvent, ReactNode } from 'react'
import type { AuditKind } from '#shared/admin/audit.ts'
import { FormProblem } from '../app/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { AuditHistory } from './history.tsx'
import { useTranslate } from './messages.ts'
import type { EditorState } from './use-editor.ts'

type SaveBarProps = {
  editor: { isDirty: boolean; isBusy: boolean; isRestored: boolean; problem: string; discard: () => void }
  children?: ReactNode
}

/** Sticky foot of a form: unsaved changes, problems and the submit button. */
export function SaveBar({ editor, children }: SaveBarProps) {
  const t = useTranslate()
  const { isDirty, isBusy, isRestored, problem, discard } = editor
  return (
    <div className="sticky bottom-0 z-10 -mx-2 mt-6 border-t border-line bg-ground px-2 py-3">
      <FormProblem text={problem} />
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="button" disabled={!isDirty} aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy && <Spinner />}
          {t('editor.save')}
        </button>
        {children}
        <output className="text-sm text-muted">
          {isDirty && t(isRestored ? 'editor.restored' : 'editor.unsaved')}
        </output>
        {isDirty && (
          <button type="button" className="button button-quiet ml-auto" disabled={isBusy} onClick={discard}>
            {t('editor.discard')}
          </button>
        )}
      </div>
    </div>
  )
}

type State = Record<string, unknown>
type EditorFormProps<Draft extends object> = {
  editor: EditorState<Draft>
  kind: AuditKind
  target: number | undefined
  labelOf: (path: string) => string
  /** Returns the fields that a former state fills. A state without any of them cannot be restored. */
  restored: (state: State) => Partial<Draft>
  onRestored?: () => void
  actions?: ReactNode
  below?: ReactNode
  className?: string
  children: ReactNode
}

/** True if a number input cannot parse its text, such as "1,234.56". The input's value is then empty. */
const hasBadInput = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.validity.badInput

/** Form with a save bar, the dialog of a conflict, and the history of the item below. */
export function EditorForm<Draft extends object>(props: EditorFormProps<Draft>) {
  const { editor, labelOf, actions, below, className = 'mt-6 grid grid-cols-[minmax(0,1fr)] gap-5', children } = props
  const { kind, target, restored, onRestored } = props
  const { conflict, isBusy, isDirty, set } = editor
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unread = [...event.currentTarget.elements].find(hasBadInput)
    if (unread) return void unread.reportValidity()
    if (isDirty) void editor.save()
  }
  const onRestore = (state: State) => {
    set(restored(state))
    onRestored?.()
    scrollTo({ top: 0 })
  }
  return (
    <>
      <form className={className} onSubmit={onSubmit} noValidate>
        {children}
        <SaveBar editor={editor}>{actions}</SaveBar>
      </form>
      {conflict && <ConflictDialog conflict={conflict} isBusy={isBusy} labelOf={labelOf} />}
      {below}
      {target !== undefined && (
        <div className="mt-10">
          <AuditHistory
            {...{ kind, target, labelOf, onRestore }}
            isRestorable={(state) => Object.keys(restored(state)).length > 0}
          />
        </div>
      )}
    </>
  )
}
