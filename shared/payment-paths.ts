import { withQuery } from './paths.ts'

/** Of what was bought: in a file of their own, as only the profile's sections load them. */
export const paymentPaths = {
  autoRenew: '/api/subscription/auto-renew/',
  payments: (query: { cursor?: string; limit?: number } = {}) => withQuery('/api/subscription/payments/', query),
  billingPortal: '/api/subscription/portal/',
  refund: '/api/subscription/refund/',
}
