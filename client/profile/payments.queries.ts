import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageOf } from '#shared/page.ts'
import { paths } from '#shared/paths.ts'
import { Payment } from '#shared/subscription.ts'
import { getFrom } from '../app/api.ts'

type PaymentPage = { results: Payment[]; next: string | null }

export const paymentsQuery = infiniteQueryOptions({
  queryKey: ['payments'],
  queryFn: ({ client, signal, pageParam }) =>
    getFrom<PaymentPage>(client, pageParam, import.meta.env.DEV && pageOf(Payment), signal),
  initialPageParam: paths.api.payments(),
  getNextPageParam: (page: PaymentPage) => page.next,
})
