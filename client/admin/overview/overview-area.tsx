import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { overviewPeriods } from '#shared/admin/overview-periods.ts'
import { Overview as OverviewFigures } from '#shared/admin/overview.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { Link } from '../../app/link.tsx'
import { apiQuery } from '../../app/api.ts'
import { useDateTimeFormat } from '../../app/format/dates.ts'
import { useLocale } from '../../app/i18n.tsx'
import { useCan } from '../../app/session/use-can.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { DetailsSection } from '../details.tsx'
import { DownloadButtons } from '../download-buttons.tsx'
import { Tabs } from '../tabs.tsx'
import { FigureCard } from './figure-card.tsx'
import { useTranslate } from './messages.ts'
import { AdvertisedCounts } from './advertised-counts.tsx'
import { TopList } from './top-list.tsx'

const overviewQuery = (days: number) =>
  apiQuery(adminPaths.api.overview({ days }), import.meta.env.DEV && OverviewFigures)

const period = 30
const barCharts = new Set(['sign_ups', 'churned_subscribers', 'failed_payments', 'searches_without_result'])

function useFormats() {
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const difference = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const count = (value: number) => number.format(value)
  const money = (amounts: { currency: string; amount: number }[]) =>
    amounts.map(({ currency, amount }) => `${number.format(amount)} ${currency}`).join(', ') || '0'
  return {
    count,
    signed: (value: number) => difference.format(value),
    money,
    share: (value: number) => percent.format(value),
  }
}

const queues = [
  { name: 'threads', right: 'moderation.read', to: forumPaths.moderation },
  { name: 'comments', right: 'moderation.read', to: forumPaths.moderation },
  { name: 'reports', right: 'moderation.read', to: forumPaths.moderation },
  { name: 'jobs', right: null, to: '' },
  { name: 'webhooks', right: 'payments.read', to: adminMoneyPaths.events({ state: 'waiting' }) },
] as const

function Queues({ waiting }: { waiting: OverviewFigures['queues'] }) {
  const t = useTranslate()
  const can = useCan()
  const { count } = useFormats()
  return (
    <DetailsSection title={t('overview.now')} className="mt-6">
      <ul className="figures">
        {queues.map(({ name, right, to }) => (
          <li key={name}>
            <span className={waiting[name] > 0 ? 'figure' : 'figure text-muted'}>{count(waiting[name])}</span>
            {right && can(right) ? (
              <Link to={to} className="inline-block py-1 text-sm text-text underline">
                {t(`overview.queues.${name}`)}
              </Link>
            ) : (
              <span className="text-sm text-muted">{t(`overview.queues.${name}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </DetailsSection>
  )
}

type Money = OverviewFigures['totals']['paid']
const inCurrency = (amounts: Money, code: string) => amounts.filter(({ currency }) => currency === code)

function Series({ series, totals }: Pick<OverviewFigures, 'series' | 'totals'>) {
  const t = useTranslate()
  const { count, signed, money, share } = useFormats()
  const { monthly_recurring_revenue, paid, refunded, charged_back, churn_rate, new_subscribers, net_subscribers } =
    totals
  const notes: Record<string, string | undefined> = {
    active_members: t('overview.notes.active_members'),
    subscribers: t('overview.notes.new_subscribers', { count: new_subscribers, net: signed(net_subscribers) }),
    churned_subscribers:
      churn_rate === null ? t('overview.notes.no_churn') : t('overview.notes.churn', { rate: share(churn_rate) }),
  }
  return (
    <div className="mt-3 grid gap-x-12 gap-y-8 md:grid-cols-2">
      {series.map(({ name, key, values }) => {
        const title = t(`overview.series.${name}`)
        const figure =
          name === 'monthly_recurring_revenue'
            ? {
                total: money(inCurrency(monthly_recurring_revenue, key)),
                note: t(
                  inCurrency(charged_back, key).length > 0 ? 'overview.notes.paid_charged_back' : 'overview.notes.paid',
                  {
                    paid: money(inCurrency(paid, key)),
                    refunded: money(inCurrency(refunded, key)),
                    charged_back: money(inCurrency(charged_back, key)),
                  },
                ),
              }
            : { total: count(totals[name]), note: notes[name] }
        return (
          <FigureCard
            key={`${name} ${key}`}
            name={key ? t('overview.series_of', { name: title, currency: key }) : title}
            {...figure}
            values={values}
            kind={barCharts.has(name) ? 'bars' : 'line'}
            format={count}
          />
        )
      })}
    </div>
  )
}

const linked = (rows: OverviewFigures['top']['prompts'], to: (slug: string) => string) =>
  rows.map((row) => ({ key: row.slug, name: row.title, count: row.count, to: to(row.slug) }))

function Figures({
  figures: { days, series, totals, top, queues: waiting, promises, as_of },
}: {
  figures: OverviewFigures
}) {
  const t = useTranslate()
  const { count } = useFormats()
  const moment = useDateTimeFormat()
  return (
    <>
      <p className="mt-3 min-h-6 text-sm text-muted">{as_of && t('overview.as_of', { moment: moment(as_of) })}</p>
      <Queues waiting={waiting} />
      <AdvertisedCounts promises={promises} format={count} />
      <h2 className="mt-8 text-xl font-bold">{t('overview.figures')}</h2>
      <DownloadButtons
        files={[{ name: 'figures', label: t('overview.export'), path: adminPaths.api.overviewExport({ days }) }]}
      />
      <Series series={series} totals={totals} />
      <div className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        <TopList title={t('overview.top.categories')} rows={linked(top.categories, paths.category)} format={count} />
        <TopList title={t('overview.top.prompts')} rows={linked(top.prompts, paths.prompt)} format={count} />
        <TopList
          title={t('overview.top.searches')}
          rows={top.searches.map(({ text, count: times }) => ({ key: text, name: text, count: times }))}
          format={count}
        />
      </div>
    </>
  )
}

export function OverviewArea() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const days = overviewPeriods.find((one) => String(one) === search.get('days')) ?? period
  const { data, isError, refetch } = useQuery({
    ...overviewQuery(days),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const tabs = overviewPeriods.map((one) => ({
    to: withQuery(adminPaths.overview, { days: one === period ? undefined : one }),
    name: t('overview.days', { count: one }),
    isCurrent: one === days,
  }))
  return (
    <>
      <Tabs label={t('overview.period')} tabs={tabs} className="" />
      {isError && (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-danger">
          {t('overview.failed')}
          <button type="button" className="button button-quiet" onClick={() => void refetch()}>
            {t('overview.retry')}
          </button>
        </p>
      )}
      {!data && !isError && <Spinner label={t('common.loading')} className="mt-6" />}
      {data && <Figures figures={data} />}
    </>
  )
}
