import { withQuery } from '../paths.ts'

const part = encodeURIComponent
type Query = Record<string, string | number | undefined>

export const adminMoneyPaths = {
  plans: '/admin/plans',
  plan: (id: number | string) => `/admin/plans/${part(id)}`,
  newPlan: '/admin/plans/new',
  payments: (query: Query = {}) => withQuery('/admin/payments', query),
  payment: (id: string) => `/admin/payments/${part(id)}`,
  events: (query: Query = {}) => withQuery('/admin/payments/events', query),
  member: (id: number) => `/admin/members/${id}`,
  event: (id: string) => `/admin/payments/events/${part(id)}`,
  api: {
    plans: '/api/admin/plans/',
    plan: (id: number | string) => `/api/admin/plans/${part(id)}/`,
    priceChanges: (plan_id: number | string) => `/api/admin/plans/${part(plan_id)}/price-changes/`,
    priceChange: (plan_id: number | string, id: number | string) =>
      `/api/admin/plans/${part(plan_id)}/price-changes/${part(id)}/`,
    payments: (query: Query = {}) => withQuery('/api/admin/payments/', query),
    paymentsExport: (query: Query = {}) => withQuery('/api/admin/payments/export/', query),
    ledgerExport: (query: Query = {}) => withQuery('/api/admin/ledger/export/', query),
    paymentsSummary: '/api/admin/payments-summary/',
    payment: (id: string) => `/api/admin/payments/${part(id)}/`,
    paymentLinks: (id: string) => `/api/admin/payments/${part(id)}/links/`,
    refunds: (id: string) => `/api/admin/payments/${part(id)}/refunds/`,
    refundResolution: (id: string) => `/api/admin/payments/${part(id)}/refund-resolution/`,
    events: (query: Query = {}) => withQuery('/api/admin/stripe-events/', query),
    event: (id: string) => `/api/admin/stripe-events/${part(id)}/`,
    eventRetry: (id: string) => `/api/admin/stripe-events/${part(id)}/retry/`,
  },
}
