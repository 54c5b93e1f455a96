import { useQueries } from '@tanstack/react-query'
import { maxSetPrompts, promptSetShelves } from '#shared/library/start-here.ts'
import type { SetShelf } from '#shared/library/start-here.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Select } from '../form-fields.tsx'
import { OrderedRows } from '../ordered-rows.tsx'
import { blankTexts } from './editor-config.ts'
import type { LibraryDrafts } from './editor-config.ts'
import type { FieldsProps } from './form-fields.tsx'
import { TextFields } from './item-fields.tsx'
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

export function SetFields({ draft, set, errorOf }: FieldsProps<LibraryDrafts['sets']>) {
  const t = useTranslate()
  const { prompt_ids: ids } = draft
  const titles = useTitles(ids)
  const rows = ids.map((id) => ({ id, name: titles.get(id) ?? `#${id}` }))
  const nameOf = ({ name }: (typeof rows)[number]) => name
  const choose = (prompt_ids: number[]) => set({ prompt_ids })
  return (
    <>
      <Select
        label={t('fields.shelf')}
        value={draft.shelf}
        options={promptSetShelves.map((value) => ({ value, name: t(`shelves.${value}`) }))}
        error={errorOf('shelf')}
        onChange={(shelf) => set({ shelf: shelf as SetShelf })}
      />
      <TextFields {...{ draft, set, errorOf }} blank={blankTexts.sets} fields={[{ name: 'title' }]} />
      <section aria-label={t('fields.prompt_ids')}>
        <h3 className="text-xl font-bold">{t('fields.prompt_ids')}</h3>
        {errorOf('prompt_ids') && <p className="mt-1 text-sm text-danger">{errorOf('prompt_ids')}</p>}
        <OrderedRows
          label={t('fields.prompt_ids')}
          {...{ rows, nameOf }}
          isMoving={false}
          move={async ({ id }, direction) => {
            const at = ids.indexOf(id)
            const to = direction === 'up' ? at - 1 : at + 1
            if (to >= 0 && to < ids.length) choose(ids.toSpliced(at, 1).toSpliced(to, 0, id))
          }}
          render={(row, arrows) => (
            <div className="card flex flex-wrap items-center gap-2 p-3">
              <span dir="auto" className="min-w-0 flex-1 font-semibold wrap-anywhere">
                {row.name}
              </span>
              {arrows}
              <button
                type="button"
                className="button button-quiet"
                aria-label={t('sets.take_out', { name: row.name })}
                onClick={() => choose(ids.filter((id) => id !== row.id))}
              >
                {t('steps.remove_short')}
              </button>
            </div>
          )}
        />
        {ids.length < maxSetPrompts && (
          <div className="mt-4">
            <PromptField
              key={ids.length}
              id={0}
              error={undefined}
              onChange={(id) => choose([...ids.filter((other) => other !== id), id])}
            />
          </div>
        )}
      </section>
    </>
  )
}
