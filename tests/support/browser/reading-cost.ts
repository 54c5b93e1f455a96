/** Stripe requests per customer: customer, subscriptions, invoices. */
export const readsPerCustomer = 3
/** Stripe requests per unpaid or open invoice: its payment. */
export const readsPerInvoice = 1
/** Stripe requests per refunded or disputed invoice: refunds, dispute. */
export const readsPerReturn = 2
/** Stripe requests per credit of a customer with a refunded, ended subscription: balance transactions. */
export const readsPerCredit = 1
export const subscriptionsPerRead = 100
export const readsPerHour = 1
export const readsPerPlan = 3
/** Requests that Stripe allows per transaction, and at least per month. */
export const readsPerTransaction = 500
export const leastReadsPerMonth = 10_000
