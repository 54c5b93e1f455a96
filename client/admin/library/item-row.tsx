import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { useNumberFormat } from '../../app/i18n.tsx'
import type { AdminItemRow } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { adminRoutes } from './admin-routes.ts'
import { useTierName } from './form-fields.tsx'

function useFacts(row: AdminItemRow): string[] {
  const t = useTranslate()
  const tierName = useTierName()
  const average = useNumberFormat(2)
  const { required_tier, effective_tier, gaps = [], rating_avg, rating_count = 0 } = row
  const isRaised = effective_tier !== undefined && effective_tier !== required_tier
  return [
    row.use_case?.name,
    row.category?.name,
    required_tier !== undefined && tierName(required_tier),
    isRaised && t('rows.raised', { tier: tierName(effective_tier) }),
    row.category_count !== undefined && t('rows.categories', { count: row.category_count }),
    row.use_case_count !== undefined && t('rows.use_cases', { count: row.use_case_count }),
    row.step_count !== undefined && t('rows.steps', { count: row.step_count }),
    row.prompt_count !== undefined && t('rows.prompts', { count: row.prompt_count }),
    rating_avg != null && t('rows.rating', { average: average(rating_avg), count: rating_count }),
    row.is_hidden_by_prompt && t('rows.hidden_prompt'),
    row.is_hidden_by_parent && t('rows.hidden'),
    row.gaps === undefined && row.is_translated === false && t('rows.untranslated'),
    gaps.length > 0 && t('rows.missing', { gaps: gaps.map((gap) => t(`gaps.${gap}`)).join(', ') }),
  ].filter((fact) => typeof fact === 'string')
}

type ItemRowProps = {
  noun: LibraryNoun
  row: AdminItemRow
  before?: ReactNode
  after?: ReactNode
}

export function ItemRow({ noun, row, before, after }: ItemRowProps) {
  const t = useTranslate()
  const facts = useFacts(row)
  return (
    <div className="card relative flex items-center gap-3 p-3">
      {before}
      <div className="min-w-0 flex-1">
        <Link
          to={adminRoutes.item(noun, row.id)}
          dir="auto"
          className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:text-brand"
        >
          {row.name}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
          {row.is_archived && <strong className="text-text">{t('rows.archived')}</strong>}
          {facts.length === 0 && <span>{row.slug}</span>}
          {facts.map((fact, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what it belongs to may be called as its tier is
            <span key={index} className="wrap-anywhere">
              {fact}
            </span>
          ))}
        </p>
      </div>
      {after}
    </div>
  )
}
