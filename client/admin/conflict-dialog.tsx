import { useId, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { differencesOf, flatten, setPath } from './flatten.ts'
import { useTranslate } from './messages.ts'

type Side = 'mine' | 'theirs'
type Conflict<Draft> = {
  base: Draft
  mine: Draft
  theirs: Draft
  resolve: (resolved: Draft) => unknown
  discard: () => void
  close: () => void
}
type ConflictDialogProps<Draft> = { conflict: Conflict<Draft>; isBusy: boolean; labelOf: (path: string) => string }

type SideChoiceProps = {
  label: string
  texts: Record<Side, string>
  chosen: Side
  onChoose: (side: Side) => void
}

function SideChoice({ label, texts, chosen, onChoose }: SideChoiceProps) {
  const t = useTranslate()
  const name = useId()
  return (
    <fieldset className="mt-6">
      <legend className="font-semibold">{label}</legend>
      <div className="mt-2 grid gap-3 md:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className="flex items-start gap-3 rounded-xl border border-line p-3 has-checked:border-brand"
          >
            <input
              type="radio"
              aria-label={t(`conflict.${side}`)}
              name={name}
              className="mt-1"
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <span className="min-w-0">
              <span className="block text-sm text-muted">{t(`conflict.${side}`)}</span>
              <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
                {texts[side] || t('conflict.empty')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Shows both versions with a choice for each field. The default is the version that changed the field. */
export function ConflictDialog<Draft extends object>({ conflict, isBusy, labelOf }: ConflictDialogProps<Draft>) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const { base, mine, theirs, resolve, discard, close } = conflict
  const differences = differencesOf(theirs, mine, labelOf)
  const changedByMe = new Set(differencesOf(base, mine).map(({ path }) => path))
  const sideOf = (path: string): Side => chosen[path] ?? (changedByMe.has(path) ? 'mine' : 'theirs')
  const save = () => {
    const values = flatten(theirs)
    void resolve(
      differences.reduce<Draft>(
        (draft, { path }) => (sideOf(path) === 'theirs' ? setPath(draft, path, values[path] ?? null) : draft),
        mine,
      ),
    )
  }
  return (
    <Dialog title={t('conflict.title')} className="max-w-5xl" onClose={close}>
      <p className="mt-2 text-muted">{t(differences.length > 0 ? 'conflict.note' : 'conflict.same')}</p>
      {differences.map(({ path, after, before }) => (
        <SideChoice
          key={path}
          label={labelOf(path)}
          texts={{ mine: after, theirs: before }}
          chosen={sideOf(path)}
          onChoose={(side) => setChosen({ ...chosen, [path]: side })}
        />
      ))}
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button button-quiet" onClick={discard}>
          {t('conflict.discard')}
        </button>
        <button type="button" className="button" aria-busy={isBusy} onClick={save}>
          {t('conflict.save')}
        </button>
      </p>
    </Dialog>
  )
}
