import { maxSetPrompts } from '#shared/library/start-here.ts'
import { EntityRow } from '../entity-list.tsx'
import { movedTo, OrderedRows } from '../ordered-rows.tsx'
import { PromptSearch, usePromptTitles } from '../prompt-search.tsx'
import { useTranslate } from './messages.ts'

type PromptIdsFieldProps = { ids: number[]; error: string | undefined; onChange: (ids: number[]) => void }

/** Prompts of a set, in their order. */
export function PromptIdsField({ ids, error, onChange }: PromptIdsFieldProps) {
  const t = useTranslate()
  const titleOf = usePromptTitles(ids)
  const nameOf = ({ id }: { id: number }) => titleOf(id)
  return (
    <section aria-label={t('fields.prompt_ids')}>
      <h3 className="text-xl font-bold">{t('fields.prompt_ids')}</h3>
      {error && <p className="mt-1 text-sm text-danger">{error}</p>}
      <OrderedRows
        label={t('fields.prompt_ids')}
        rows={ids.map((id) => ({ id }))}
        nameOf={nameOf}
        isMoving={false}
        move={async ({ id }, direction) => onChange(movedTo(ids, ids.indexOf(id), direction))}
        render={(row, arrows) => (
          <EntityRow
            name={nameOf(row)}
            after={
              <>
                {arrows}
                <button
                  type="button"
                  className="button button-quiet"
                  aria-label={t('sets.take_out', { name: nameOf(row) })}
                  onClick={() => onChange(ids.filter((id) => id !== row.id))}
                >
                  {t('steps.remove_short')}
                </button>
              </>
            }
          />
        )}
      />
      {ids.length < maxSetPrompts && (
        <div className="mt-4">
          <PromptSearch chosen={ids} onChoose={(id) => onChange([...ids, id])} />
        </div>
      )}
    </section>
  )
}
