import { useNumberFormat } from '../app/i18n.tsx'
import { StarIcon } from '../ui/star.tsx'
import { useTranslate } from './messages.ts'

/** Number of ratings from which the average is shown. */
const minShownRatings = 3

/** Average and number of ratings. Below three ratings it says "New", and only its title and screen readers have them. */
export function Rating({ item }: { item: { rating_avg: number | null; rating_count: number } }) {
  const t = useTranslate()
  const twoDecimals = useNumberFormat(2)
  const count = useNumberFormat()
  const { rating_avg, rating_count } = item
  const average = rating_avg === null ? null : twoDecimals(rating_avg)
  const figures = `${average ?? '–'} (${count(rating_count)})`
  const isNew = rating_count < minShownRatings
  return (
    <span className="whitespace-nowrap" title={isNew ? figures : undefined}>
      <span aria-hidden="true">
        {isNew ? (
          t('prompt.new')
        ) : (
          <>
            <StarIcon className="inline size-3.5 align-[-0.125em]" /> {figures}
          </>
        )}
      </span>
      <span className="sr-only">
        {average === null ? t('prompt.no_rating') : t('prompt.rating', { average })},{' '}
        {t('prompt.ratings', { count: rating_count })}
      </span>
    </span>
  )
}
