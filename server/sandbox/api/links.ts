const day = 24 * 3600
const receiptSeconds = 30 * day
const invoiceSeconds = 30 * day
/** Minimum lifetime in seconds of an invoice link after the API returned the link. */
const readAgainSeconds = 10 * day

/** Adds the time of issue to a URL. The expiry of the link is calculated from this time. */
const withIssueTime = (url: string, now: number) => `${url}?s=${now}`

type Linked = {
  object?: unknown
  receipt_url?: string | null
  hosted_invoice_url?: string | null
  invoice_pdf?: string | null
}

/** JSON.stringify replacer: adds a new link to a receipt or an invoice in each response. */
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

/** Time at which a link was issued. Without one in the URL, as in an event: when the object was created. */
const issueTimeOf = (query: unknown, made: number) => {
  const { s } = query as { s?: unknown }
  return Math.max(made, typeof s === 'string' ? Number(s) || 0 : 0)
}

export const isReceiptLinkExpired = (query: unknown, charge: { created: number }, now: number) =>
  now > issueTimeOf(query, charge.created) + receiptSeconds

/** True if an invoice link has expired: 30 days after finalization, but at least 10 days after its issue. */
export function isInvoiceLinkExpired(
  query: unknown,
  invoice: { created: number; status_transitions: { finalized_at: number | null } },
  now: number,
): boolean {
  const finalized = invoice.status_transitions.finalized_at ?? invoice.created
  return now > Math.max(finalized + invoiceSeconds, issueTimeOf(query, finalized) + readAgainSeconds)
}
