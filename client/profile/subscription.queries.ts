import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageOf } from '#shared/page.ts'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/payment-paths.ts'
import { Payment, SubscriptionStatus } from '#shared/subscription.ts'
import { apiQuery, getFrom } from '../app/api.ts'

export const statusQuery = apiQuery(paths.api.subscriptionStatus, import.meta.env.DEV && SubscriptionStatus)

type PaymentPage = { results: Payment[]; next: string | null }

export const paymentsQuery = infiniteQueryOptions({
  queryKey: ['payments'],
  queryFn: ({ client, signal, pageParam }) =>
    getFrom<PaymentPage>(client, pageParam, import.meta.env.DEV && pageOf(Payment), signal),
  initialPageParam: paymentPaths.payments(),
  getNextPageParam: (page: PaymentPage) => page.next,
})
