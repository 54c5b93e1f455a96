import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { AdminEvent, AdminEventPage, AdminPayment, AdminPaymentPage, PaymentsSummary } from '#shared/admin/payments.ts'
import { apiQuery, getJson } from '../../app/api.ts'

const { api } = adminMoneyPaths
export const paymentFilterNames = ['q', 'status', 'dispute', 'refund', 'needs', 'plan', 'from', 'to'] as const
export type PaymentFilters = Partial<Record<(typeof paymentFilterNames)[number], string>>
export const eventFilterNames = ['state', 'type', 'customer'] as const
export type EventFilters = Partial<Record<(typeof eventFilterNames)[number], string>>

export const filtersFromSearch = <Name extends string>(search: URLSearchParams, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  ) as Partial<Record<Name, string>>

export const adminPaymentsQuery = (filters: PaymentFilters) =>
  infiniteQueryOptions({
    queryKey: ['admin-payments', filters],
    queryFn: ({ client, signal, pageParam }) =>
      getJson(client, pageParam, import.meta.env.DEV && AdminPaymentPage, signal),
    initialPageParam: api.payments(filters),
    getNextPageParam: (page: AdminPaymentPage) => page.next,
  })
export const eventsQuery = (filters: EventFilters) =>
  infiniteQueryOptions({
    queryKey: ['stripe-events', filters],
    queryFn: ({ client, signal, pageParam }) =>
      getJson(client, pageParam, import.meta.env.DEV && AdminEventPage, signal),
    initialPageParam: api.events(filters),
    getNextPageParam: (page: AdminEventPage) => page.next,
  })
export const summaryQuery = apiQuery(api.paymentsSummary, import.meta.env.DEV && PaymentsSummary)
export const paymentQuery = (id: string) => apiQuery(api.payment(id), import.meta.env.DEV && AdminPayment)
export const eventQuery = (id: string) => apiQuery(api.event(id), import.meta.env.DEV && AdminEvent)
