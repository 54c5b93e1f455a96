const day = 24 * 3600
/** Lifetime in seconds of a link to a receipt, and of the page of an invoice after it was finalized. */
const lifetime = 30 * day
/** Minimum lifetime in seconds of an invoice link after the API returned the link. */
const readAgainSeconds = 10 * day

type Linked = { object?: unknown; receipt_url?: string | null; hosted_invoice_url?: string | null }

/** JSON.stringify replacer: adds the time of issue, from which the expiry is calculated, to links of receipts and invoices. */
export const issueLinks =
  (now: number) =>
  (_key: string, value: unknown): unknown => {
    const { object, receipt_url, hosted_invoice_url: page } = (value ?? {}) as Linked
    if (object === 'charge' && receipt_url) return { ...(value as object), receipt_url: `${receipt_url}?s=${now}` }
    if (object !== 'invoice' || !page) return value
    return { ...(value as object), hosted_invoice_url: `${page}?s=${now}`, invoice_pdf: `${page}/pdf?s=${now}` }
  }

/** Time at which a link was issued. Without one in the URL, as in an event: when the object was created. */
const issueTimeOf = (query: unknown, made: number) => Math.max(made, Number((query as { s?: unknown }).s) || 0)

export const isReceiptLinkExpired = (query: unknown, charge: { created: number }, now: number) =>
  now > issueTimeOf(query, charge.created) + lifetime

type Finalized = { created: number; status_transitions: { finalized_at: number | null } }

/** True if an invoice link has expired: 30 days after finalization, but at least 10 days after its issue. */
export function isInvoiceLinkExpired(query: unknown, invoice: Finalized, now: number): boolean {
  const finalized = invoice.status_transitions.finalized_at ?? invoice.created
  return now > Math.max(finalized + lifetime, issueTimeOf(query, finalized) + readAgainSeconds)
}
