/** What reading a customer anew asks of Stripe: the customer, the subscriptions, the invoices. */
export const readsPerCustomer = 3
/** And each invoice that can still change: its payment. */
export const readsPerInvoice = 1
/** Of an invoice that an event told to be refunded or disputed: its refunds, its dispute. */
export const readsPerReturn = 2
/** Where there is a credit though money went back of what ended: the changes of the balance. */
export const readsPerCredit = 1
/** Live subscriptions in one reading of the night. */
export const subscriptionsPerRead = 100
/** Each hour, what could not be delivered. */
export const readsPerHour = 1
/** Each night, of a plan that is sold: two prices and the product. */
export const readsPerPlan = 3
/** What Stripe allots for each transaction, and in a month at least. */
export const readsPerTransaction = 500
export const leastReadsPerMonth = 10_000
