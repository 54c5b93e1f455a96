import type { ReactNode } from 'react'
import { FormProblem } from '../app/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

type SaveBarProps = {
  editor: { isDirty: boolean; isBusy: boolean; isRestored: boolean; problem: string; discard: () => void }
  /** Beside the button that saves. */
  children?: ReactNode
}

/** At the foot of a form, always in view: what is unsaved, what went wrong, and the button that submits the form. */
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
