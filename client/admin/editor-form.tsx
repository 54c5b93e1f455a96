import type { FormEvent, ReactNode } from 'react'
import type { AuditKind } from '#shared/audit.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { History } from './history.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Editor } from './use-editor.ts'

type EditorFormProps<Item, Draft extends object> = {
  editor: Editor<Draft>
  kind: AuditKind
  /** What is saved; none: something new. */
  item: (Item & { id: number }) | undefined
  /** What of a former state is taken over. */
  draftOf: (item: Item) => Partial<Draft>
  labelOf: (way: string) => string
  /** Of what is saved. */
  removal?: ReactNode
  className?: string
  /** The fields. */
  children: ReactNode
}

/** The fields of an item, the bar that saves them, both versions where somebody else was faster, the history, the removal. */
export function EditorForm<Item, Draft extends object>({
  editor,
  kind,
  item,
  draftOf,
  labelOf,
  removal,
  className = 'mt-6 grid gap-5',
  children,
}: EditorFormProps<Item, Draft>) {
  const { conflict, isBusy, isDirty, etag, set } = editor
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty) void editor.save()
  }
  return (
    <>
      <form className={className} onSubmit={onSubmit} noValidate>
        {children}
        <SaveBar editor={editor} />
      </form>
      {conflict && <ConflictDialog conflict={conflict} isBusy={isBusy} labelOf={labelOf} />}
      {item && etag !== undefined && (
        <>
          <div className="mt-10">
            <History
              kind={kind}
              target={item.id}
              labelOf={labelOf}
              onRestore={(state) => {
                set(draftOf(state as Item))
                scrollTo({ top: 0 })
              }}
            />
          </div>
          {removal}
        </>
      )}
    </>
  )
}
