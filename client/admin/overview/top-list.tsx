import { Link } from '../../app/link.tsx'
import { DetailsSection } from '../details.tsx'
import { Table } from '../table.tsx'
import { useTranslate } from './messages.ts'

type TopListProps = {
  title: string
  rows: { key: string; name: string; count: number; to?: string }[]
  format: (value: number) => string
}

/** Table of rows in descending order, each with a bar relative to the first. */
export function TopList({ title, rows, format }: TopListProps) {
  const t = useTranslate()
  const highest = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <DetailsSection title={title} level="h3" className="figure-part" headingClassName="mb-3 font-semibold">
      {rows.length === 0 && <p className="text-muted">{t('overview.top.none')}</p>}
      {rows.length > 0 && (
        <Table
          caption={title}
          className="table-fixed text-sm [&>thead]:sr-only"
          rowClassName=""
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            {
              name: t('overview.top.name'),
              className: 'py-1 pr-3 font-normal',
              render: ({ name, count, to }) => (
                <>
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
                </>
              ),
            },
            {
              name: t('overview.top.count'),
              className: 'w-20 py-1 align-top',
              isNumber: true,
              render: ({ count }) => format(count),
            },
          ]}
        />
      )}
    </DetailsSection>
  )
}
