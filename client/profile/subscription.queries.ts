import { infiniteQueryOptions } from '@tanstack/react-query'
import { pageOf } from '#shared/page.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { NextPaymentResponse, Payment } from '#shared/subscription/schema.ts'
import { apiQuery, getJson } from '../app/api.ts'

export const nextPaymentQuery = apiQuery(paymentPaths.nextPayment, import.meta.env.DEV && NextPaymentResponse)

type PaymentPage = { results: Payment[]; next: string | null }

export const paymentsQuery = infiniteQueryOptions({
  queryKey: ['payments'],
  queryFn: ({ client, signal, pageParam }) =>
    getJson<PaymentPage>(client, pageParam, import.meta.env.DEV && pageOf(Payment), signal),
  initialPageParam: paymentPaths.payments(),
  getNextPageParam: (page: PaymentPage) => page.next,
})
