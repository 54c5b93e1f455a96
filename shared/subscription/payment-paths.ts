import { withQuery } from '../paths.ts'

export const paymentPaths = {
  autoRenew: '/api/subscription/auto-renew/',
  payments: (query: { cursor?: string; limit?: number } = {}) => withQuery('/api/subscription/payments/', query),
  nextPayment: '/api/subscription/next-payment/',
  paymentLinks: (id: string) => `/api/subscription/payments/${encodeURIComponent(id)}/links/`,
  billingPortal: '/api/subscription/portal/',
  updateCard: '/api/subscription/portal/?flow=payment_method_update',
  refund: '/api/subscription/refund/',
  creditRefund: '/api/subscription/credit-refund/',
}
