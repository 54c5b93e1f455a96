import { useQueries } from '@tanstack/react-query'
import { maxSetPrompts } from '#shared/library/start-here.ts'
import { useLocale } from '../../app/i18n.tsx'
import { EntityRow } from '../entity-list.tsx'
import { movedTo, OrderedRows } from '../ordered-rows.tsx'
import { itemQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PromptField } from './prompt-field.tsx'

/** Returns the titles of prompts by id, without titles that are still loading. */
function useTitles(ids: readonly number[]): Map<number, string> {
  const locale = useLocale()
  const found = useQueries({ queries: ids.map((id) => itemQuery('prompts', id)) })
  return new Map(
    found.flatMap(({ data }): [number, string][] =>
      data ? [[data.item.id, (data.item.texts[locale] ?? data.item.texts.en).title]] : [],
    ),
  )
}

type PromptIdsFieldProps = { ids: number[]; error: string | undefined; onChange: (ids: number[]) => void }

/** Prompts of a set, in their order. */
export function PromptIdsField({ ids, error, onChange }: PromptIdsFieldProps) {
  const t = useTranslate()
  const titles = useTitles(ids)
  const nameOf = ({ id }: { id: number }) => titles.get(id) ?? `#${id}`
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
          <PromptField
            key={ids.length}
            id={0}
            error={undefined}
            onChange={(id) => onChange([...ids.filter((other) => other !== id), id])}
          />
        </div>
      )}
    </section>
  )
}
