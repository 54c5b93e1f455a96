const day = 24 * 3600
const receiptSeconds = 30 * day
const invoiceSeconds = 30 * day
/** Minimum lifetime of a link to an invoice after the API returned it. */
const readAgainSeconds = 10 * day

/** Adds the time of issue to a URL, which decides when the link expires. */
const withIssueTime = (url: string, now: number) => `${url}?s=${now}`

type Linked = {
  object?: unknown
  receipt_url?: string | null
  hosted_invoice_url?: string | null
  invoice_pdf?: string | null
}

/** JSON.stringify replacer: a receipt or an invoice gets a new link each time it is read. */
export const issueLinks =
  (now: number) =>
  (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const { object, receipt_url, hosted_invoice_url } = value as Linked
    if (object === 'charge' && receipt_url) return { ...value, receipt_url: withIssueTime(receipt_url, now) }
    if (object === 'invoice' && hosted_invoice_url)
      return {
        ...value,
        hosted_invoice_url: withIssueTime(hosted_invoice_url, now),
        invoice_pdf: withIssueTime(`${hosted_invoice_url}/pdf`, now),
      }
    return value
  }

/** A link without a time of issue, as in an event, was issued when its object was made. */
const issueTimeOf = (query: unknown, made: number) => {
  const { s } = query as { s?: unknown }
  return Math.max(made, typeof s === 'string' ? Number(s) || 0 : 0)
}

export const isReceiptLinkExpired = (query: unknown, charge: { created: number }, now: number) =>
  now > issueTimeOf(query, charge.created) + receiptSeconds

/** An invoice has no due date: its link lasts 30 days from finalization, and 10 days from the last read. */
export function isInvoiceLinkExpired(
  query: unknown,
  invoice: { created: number; status_transitions: { finalized_at: number | null } },
  now: number,
): boolean {
  const finalized = invoice.status_transitions.finalized_at ?? invoice.created
  return now > Math.max(finalized + invoiceSeconds, issueTimeOf(query, finalized) + readAgainSeconds)
}
