import { lengthFilters, promptOrders, ratingFilters, UseCaseQuery } from '#shared/library/schema.ts'
import { useNumberFormat } from '../app/i18n.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAddressFilters } from '../app/lists/use-address-filters.ts'
import { usePageQuery } from '../app/page-query.ts'
import { useTranslate } from './messages.ts'
import type { PromptListFilters } from './library.queries.ts'

type Option = { value: string; label: string }
type Choice = { name: 'model' | 'length' | 'min_rating' | 'order'; label: string; options: Option[] }

const any = (label: string): Option => ({ value: '', label })

function useChoices(models: { slug: string; name: string }[]): Choice[] {
  const t = useTranslate()
  const oneDecimal = useNumberFormat(1)
  return [
    {
      name: 'model',
      label: t('use_case.model'),
      options: [any(t('use_case.any_model')), ...models.map(({ slug, name }) => ({ value: slug, label: name }))],
    },
    {
      name: 'length',
      label: t('use_case.length'),
      options: [
        any(t('use_case.any_length')),
        ...lengthFilters.map((value) => ({ value, label: t(`length.${value}`) })),
      ],
    },
    {
      name: 'min_rating',
      label: t('use_case.rating'),
      options: [
        any(t('use_case.any_rating')),
        ...ratingFilters.map((value) => ({
          value,
          label: t('use_case.at_least', { rating: oneDecimal(Number(value)) }),
        })),
      ],
    },
    {
      name: 'order',
      label: t('use_case.order'),
      options: promptOrders.map((order) => ({ value: order === 'latest' ? '' : order, label: t(`order.${order}`) })),
    },
  ]
}

type PromptFiltersProps = { models: { slug: string; name: string }[]; filtering: PromptFilterState }

export function PromptFilters({ models, filtering: { chosen, choose, isPending } }: PromptFiltersProps) {
  const t = useTranslate()
  const choices = useChoices(models)
  return (
    <form method="get" aria-label={t('use_case.filters')} className="filters">
      {choices.map(({ name, label, options }) => (
        <select
          key={name}
          name={name}
          aria-label={label}
          value={chosen[name] ?? ''}
          onChange={(event) => choose({ [name]: event.currentTarget.value })}
          className={chosen[name] && 'is-set'}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
      {chosen.free && <input type="hidden" name="free" value={chosen.free} />}
      {isPending && <Spinner label={t('common.loading')} />}
      <button type="submit" className="without-script button">
        {t('use_case.apply')}
      </button>
    </form>
  )
}

export const usePromptFilters = () => useAddressFilters<PromptListFilters>(usePageQuery(UseCaseQuery))
export type PromptFilterState = ReturnType<typeof usePromptFilters>

/** True if a filter is set. Order and cursor are no filters. */
export const isNarrowed = ({ model, length, min_rating }: PromptListFilters) => Boolean(model ?? length ?? min_rating)
export const noFilters: PromptListFilters = { model: '', length: '', min_rating: '' }
