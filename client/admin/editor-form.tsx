import type { FormEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AuditKind } from '#shared/admin/audit.ts'
import { FormProblem } from '../app/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { EntityEditorState } from './entity.tsx'
import { AuditHistory } from './history.tsx'
import { useTranslate } from './messages.ts'
import { RemovalButton } from './removal-button.tsx'
import type { RemovalTexts } from './removal-button.tsx'
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
type FormProps<Draft extends object> = {
  editor: EditorState<Draft>
  labelOf: (path: string) => string
  actions?: ReactNode
  below?: ReactNode
  className?: string
  children: ReactNode
}
type EditorFormProps<Draft extends object> = FormProps<Draft> & {
  kind: AuditKind
  target: number | undefined
  /** Returns the fields of the form that a former state fills. */
  restore: (state: State) => Partial<Draft>
  isRestorable?: ((state: State) => boolean) | undefined
}

/** True if a number input cannot parse its text, such as "1,234.56". The input's value is then empty. */
const hasBadInput = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.validity.badInput

export function EditorForm<Draft extends object>(props: EditorFormProps<Draft>) {
  const { editor, labelOf, actions, below, className = 'mt-6 grid gap-5', children } = props
  const { kind, target, restore, isRestorable } = props
  const { conflict, isBusy, isDirty, set } = editor
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unread = [...event.currentTarget.elements].find(hasBadInput)
    if (unread) return void unread.reportValidity()
    if (isDirty) void editor.save()
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
            kind={kind}
            target={target}
            labelOf={labelOf}
            onRestore={(state) => {
              set(restore(state))
              scrollTo({ top: 0 })
            }}
            isRestorable={isRestorable}
          />
        </div>
      )}
    </>
  )
}

type EntityFormProps<Item extends { id: number }, Draft extends object> = Omit<FormProps<Draft>, 'editor'> &
  Partial<Pick<EditorFormProps<Draft>, 'restore' | 'isRestorable'>> & {
    editor: EntityEditorState<Item, Draft>
    back: string
    title?: string
    links?: ReactNode
    /** False or undefined: the item cannot be removed. */
    removal?: RemovalTexts | false | undefined
  }

export function EntityForm<Item extends { id: number }, Draft extends object>(props: EntityFormProps<Item, Draft>) {
  const { editor, back, title, links, removal, ...form } = props
  const { config, item, etag, notice } = editor
  const restore = (state: State) => config.draftOf(state as Item)
  return (
    <>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={config.pages.list} className="text-brand underline">
          {back}
        </Link>
        {links}
      </p>
      {title !== undefined && (
        <h2 dir="auto" className="mt-4 text-2xl font-bold wrap-anywhere">
          {title}
        </h2>
      )}
      <EditorForm restore={restore} {...form} editor={editor} kind={config.kind} target={item?.id} />
      {item && etag !== undefined && removal && (
        <RemovalButton config={config} id={item.id} etag={etag} texts={removal} onRemoved={editor.discard} />
      )}
      {notice}
    </>
  )
}
