const day = 24 * 3600
const receiptSeconds = 30 * day
const invoiceSeconds = 30 * day
/** Of a link to an invoice that was read from the API after it had ended. */
const readAgainSeconds = 10 * day

/** Says when a link was given out: it ends by that. */
const issuedAt = (url: string, now: number) => `${url}?s=${now}`

type Linked = {
  object?: unknown
  receipt_url?: string | null
  hosted_invoice_url?: string | null
  invoice_pdf?: string | null
}

/** For JSON.stringify: receipts and invoices have a link of their own each time they are read. */
export const issueLinks =
  (now: number) =>
  (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const { object, receipt_url, hosted_invoice_url } = value as Linked
    if (object === 'charge' && receipt_url) return { ...value, receipt_url: issuedAt(receipt_url, now) }
    if (object === 'invoice' && hosted_invoice_url)
      return {
        ...value,
        hosted_invoice_url: issuedAt(hosted_invoice_url, now),
        invoice_pdf: issuedAt(`${hosted_invoice_url}/pdf`, now),
      }
    return value
  }

/** What an event carries has a link of the moment at which it was made. */
const issuedIn = (query: unknown, made: number) => {
  const { s } = query as { s?: unknown }
  return Math.max(made, typeof s === 'string' ? Number(s) || 0 : 0)
}

export const isReceiptOver = (query: unknown, charge: { created: number }, now: number) =>
  now > issuedIn(query, charge.created) + receiptSeconds

/** As nothing says when it is due: 30 days after it was finalized, and at least 10 after it was read. */
export function isInvoiceLinkOver(
  query: unknown,
  invoice: { created: number; status_transitions: { finalized_at: number | null } },
  now: number,
): boolean {
  const finalized = invoice.status_transitions.finalized_at ?? invoice.created
  return now > Math.max(finalized + invoiceSeconds, issuedIn(query, finalized) + readAgainSeconds)
}
