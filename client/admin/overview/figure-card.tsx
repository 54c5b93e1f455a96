import type { Overview } from '#shared/admin/overview.ts'
import { useLocale } from '../../app/i18n.tsx'
import { DetailsSection } from '../details.tsx'
import { Table } from '../table.tsx'
import { useTranslate } from './messages.ts'
import { Plot } from './plot.tsx'

type FigureCardProps = {
  name: string
  total: string
  note?: string | undefined
  values: Overview['series'][number]['values']
  kind?: 'line' | 'bars'
  format: (value: number) => string
}

export function FigureCard({ name, total, note, values, kind, format }: FigureCardProps) {
  const t = useTranslate()
  const dates = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const points = values.map(({ day, value }) => ({ label: dates.format(new Date(day)), value }))
  const numbers = values.map(({ value }) => value)
  const summary = t('overview.plot', {
    name,
    first: points[0]?.label ?? '',
    last: points.at(-1)?.label ?? '',
    min: format(Math.min(...numbers)),
    max: format(Math.max(...numbers)),
    latest: format(numbers.at(-1) ?? 0),
  })
  return (
    <DetailsSection title={name} level="h3" className="figure-part" headingClassName="text-sm font-semibold text-muted">
      <p className="figure">{total}</p>
      <p className="min-h-6 text-sm text-muted">{note}</p>
      <Plot points={points} summary={summary} format={format} {...(kind && { kind })} />
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer py-1 text-brand">{t('overview.table')}</summary>
        <Table
          caption={name}
          rows={values}
          keyOf={({ day }) => day}
          columns={[
            { name: t('overview.day'), className: 'py-1 font-normal', render: ({ day }) => day },
            { name: t('overview.value'), className: 'py-1', isNumber: true, render: ({ value }) => format(value) },
          ]}
        />
      </details>
    </DetailsSection>
  )
}
