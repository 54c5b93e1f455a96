import { useNumberFormat } from '../app/i18n.tsx'
import { StarIcon } from '../ui/star.tsx'
import { useTranslate } from './messages.ts'

export function Rating({ item }: { item: { rating_avg: number | null; rating_count: number } }) {
  const t = useTranslate()
  const average = useNumberFormat(2)
  const count = useNumberFormat()
  const { rating_avg, rating_count } = item
  return (
    <span className="inline-flex items-center gap-1">
      <StarIcon isFilled={rating_avg !== null} />
      <span aria-hidden="true">{rating_avg === null ? '–' : average(rating_avg)}</span>
      <span className="sr-only">
        {rating_avg === null ? t('prompt.no_rating') : t('prompt.rating', { average: average(rating_avg) })}
      </span>
      <span className="text-muted" aria-label={t('prompt.ratings', { count: rating_count })}>
        ({count(rating_count)})
      </span>
    </span>
  )
}
