import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { AdminEvent, AdminEventPage, AdminPayment, AdminPaymentPage, PaymentsSummary } from '#shared/admin/payments.ts'
import { apiQuery } from '../../app/api.ts'
import { pagedQuery } from '../paged-query.ts'

const { api } = adminMoneyPaths
type Filters = Partial<Record<string, string>>

export const adminPaymentsQuery = (filters: Filters) =>
  pagedQuery(['admin-payments', filters], api.payments(filters), import.meta.env.DEV && AdminPaymentPage)
export const eventsQuery = (filters: Filters) =>
  pagedQuery(['stripe-events', filters], api.events(filters), import.meta.env.DEV && AdminEventPage)
export const summaryQuery = apiQuery(api.paymentsSummary, import.meta.env.DEV && PaymentsSummary)
export const paymentQuery = (id: string) => apiQuery(api.payment(id), import.meta.env.DEV && AdminPayment)
export const eventQuery = (id: string) => apiQuery(api.event(id), import.meta.env.DEV && AdminEvent)
