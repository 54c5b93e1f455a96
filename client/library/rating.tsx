import { useNumber, useSay } from '../i18n.tsx'

/** The average to two decimals, or a dash, and how many ratings it is made of. */
export function Rating({ item }: { item: { rating_avg: number | null; rating_count: number } }) {
  const say = useSay()
  const average = useNumber(2)
  const count = useNumber()
  const { rating_avg, rating_count } = item
  return (
    <span className="inline-flex items-center gap-1">
      <span aria-hidden="true">★ {rating_avg === null ? '–' : average(rating_avg)}</span>
      <span className="sr-only">
        {rating_avg === null ? say('prompt.no_rating') : say('prompt.rating', { average: average(rating_avg) })}
      </span>
      <span className="text-muted" aria-label={say('prompt.ratings', { count: rating_count })}>
        ({count(rating_count)})
      </span>
    </span>
  )
}
