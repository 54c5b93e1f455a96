import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useTranslate } from './messages.ts'

type TopListProps = {
  title: string
  rows: { key: string; name: string; count: number; to?: string }[]
  format: (value: number) => string
}

/** Table of rows in descending order, each with a bar relative to the first. */
export function TopList({ title, rows, format }: TopListProps) {
  const t = useTranslate()
  const id = useId()
  const highest = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section aria-labelledby={id} className="card p-5">
      <h3 id={id} className="mb-3 font-semibold">
        {title}
      </h3>
      {rows.length === 0 && <p className="text-muted">{t('overview.top.none')}</p>}
      {rows.length > 0 && (
        <table className="w-full table-fixed text-left text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('overview.top.name')}</th>
              <th scope="col">{t('overview.top.count')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, count, to }) => (
              <tr key={key}>
                <th scope="row" className="py-1 pr-3 font-normal">
                  <span dir="auto" className="block truncate">
                    {to ? (
                      <Link to={to} className="inline-block max-w-full truncate py-1 align-bottom text-brand underline">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </span>
                  <span className="plot-share" style={{ width: `${(100 * count) / highest}%` }} />
                </th>
                <td className="w-20 py-1 text-right align-top">{format(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
