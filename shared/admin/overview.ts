import * as z from 'zod/mini'
import { fieldError } from '../fields.ts'
import { overviewPeriods } from './overview-periods.ts'

const periodError = fieldError('schema.choice', { options: overviewPeriods.join(', ') })
export const OverviewQuery = z.object({
  days: z._default(z.pipe(z.enum(overviewPeriods.map(String), periodError), z.coerce.number<string>()), 30),
})

/** Names of series. In a series of amounts, `key` is the currency, and values are decimals. */
export const seriesNames = [
  'sign_ups',
  'active_members',
  'subscribers',
  'monthly_recurring_revenue',
  'churned_subscribers',
  'failed_payments',
  'searches_without_result',
] as const

const Count = z.int().check(z.minimum(0))
const Money = z.array(z.object({ currency: z.string(), amount: z.number() }))
const Top = z.array(z.object({ slug: z.string(), title: z.string(), count: Count }))

export const Overview = z.object({
  days: z.int(),
  as_of: z.nullable(z.iso.datetime()),
  series: z.array(
    z.object({
      name: z.enum(seriesNames),
      key: z.string(),
      values: z.array(z.object({ day: z.string(), value: z.number() })),
    }),
  ),
  totals: z.object({
    sign_ups: Count,
    active_members: Count,
    searches_without_result: Count,
    subscribers: Count,
    new_subscribers: Count,
    churned_subscribers: Count, // a member who subscribed and left in the period is in both counts
    net_subscribers: z.int(), // change of the number of subscribers in the period
    churn_rate: z.nullable(z.number()), // from 0 to 1; null if there were no subscribers at the start
    failed_payments: Count,
    monthly_recurring_revenue: Money,
    paid: Money,
    refunded: Money,
    charged_back: Money,
  }),
  top: z.object({
    categories: Top,
    prompts: Top,
    searches: z.array(z.object({ text: z.string(), count: Count })),
  }),
  /** Present counts, each up to 10,000. */
  queues: z.object({ threads: Count, comments: Count, reports: Count, jobs: Count, webhooks: Count }),
  promises: z.array(z.object({ plan: z.string(), promised: Count, there: Count })),
})
export type Overview = z.infer<typeof Overview>
