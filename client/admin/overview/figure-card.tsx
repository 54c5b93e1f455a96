import { useId } from 'react'
import type { Overview } from '#shared/admin/overview.ts'
import { useLocale } from '../../app/i18n.tsx'
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
  const id = useId()
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
    <section aria-labelledby={id} className="card p-5">
      <h3 id={id} className="font-semibold">
        {name}
      </h3>
      <p className="text-3xl font-bold">{total}</p>
      <p className="min-h-6 text-sm text-muted">{note}</p>
      <Plot points={points} summary={summary} format={format} {...(kind && { kind })} />
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer py-1 text-brand">{t('overview.table')}</summary>
        <table className="w-full text-left">
          <caption className="sr-only">{name}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1">
                {t('overview.day')}
              </th>
              <th scope="col" className="py-1 text-right">
                {t('overview.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ day, value }) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1 font-normal">
                  {day}
                </th>
                <td className="py-1 text-right">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
