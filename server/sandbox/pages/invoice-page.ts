import { isInvoiceLinkExpired, isReceiptLinkExpired } from '../api/links.ts'
import { payInvoice, subscriptionOfInvoice } from '../billing/invoice-lifecycle.ts'
import type { Charge, Invoice, PaymentMethod } from '../objects.ts'
import { attachCard, findCard, paymentMethodOf } from '../payments/cards.ts'
import { paymentIntentOf } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import type { HostedPage, Html, Page, PageRequest, PageResponse } from './html.ts'
import {
  amountRow,
  bankConfirmationPage,
  cardField,
  cardTable,
  declineText,
  problemNotice,
  readForm,
  html,
  pagesOf,
} from './html.ts'
import type { TextKey, Translation } from './texts.ts'

/** Returns a PDF page of text lines. Characters that its standard font lacks become "?". */
function pdfOf(texts: string[]): Buffer {
  const text = texts.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 18 TL 56 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file.replaceAll(/[^\n\x20-\xff]/g, '?'), 'latin1')
}

const last4Of = (method: PaymentMethod) => (method.card ?? method.sepa_debit)?.last4 ?? ''
const titleOf = ({ number }: Invoice, { t }: Translation) => t('invoice.title', { number: number ?? '' })
const statusOf = ({ status }: Invoice, { t }: Translation) => t(`invoice.status.${status}` as TextKey)

/** Payment method for a new attempt: one that the bank wants confirmed, else the saved one. */
function savedMethod(invoice: Invoice): PaymentMethod | undefined {
  const intent = paymentIntentOf(invoice.id)
  const challenged = intent?.status === 'requires_action' && store.find('payment_method', intent.payment_method)
  const subscription = subscriptionOfInvoice(invoice)
  return challenged || (subscription && paymentMethodOf(subscription))
}

function rowsOf(invoice: Invoice, { t }: Translation): [name: string, amount: number][] {
  return [
    ...invoice.lines.data.map(({ description, amount }): [string, number] => [description ?? '', amount]),
    ...invoice.total_discount_amounts.map(({ amount }): [string, number] => [t('discount'), -amount]),
    ...invoice.total_taxes.map(({ amount }): [string, number] => [t('tax'), amount]),
    [t('invoice.total'), invoice.total],
  ]
}

function payForm(invoice: Invoice, words: Translation, problem: string | null): Html {
  const { t, money } = words
  const intent = paymentIntentOf(invoice.id)
  if (intent?.status === 'processing') return html`<p>${t('invoice.processing')}</p>`
  const method = savedMethod(invoice)
  const hint = method && t('invoice.saved_card', { last4: last4Of(method) })
  const amount = money(invoice.amount_remaining, invoice.currency)
  return html`${problemNotice(problem)}
    ${intent?.status === 'requires_action' ? html`<p>${t('invoice.confirm_needed')}</p>` : null}
    <form method="post">
      ${cardField(words, '', !method, hint)}
      <button name="action" value="pay">${t('pay', { amount })}</button>
    </form>
    ${cardTable(words)}`
}

function invoicePage(invoice: Invoice, words: Translation, problem: string | null = null): HostedPage {
  const { t, money } = words
  const rows = rowsOf(invoice, words)
  return {
    title: titleOf(invoice, words),
    problem,
    body: html`<section>
      <h1>${titleOf(invoice, words)}</h1>
      <p>${statusOf(invoice, words)}</p>
      <dl>
        ${rows.map(([name, value], at) => amountRow(name, money(value, invoice.currency), at === rows.length - 1))}
        ${amountRow(t('invoice.due'), money(invoice.amount_remaining, invoice.currency))}
      </dl>
      ${invoice.status === 'open' ? payForm(invoice, words, problem) : null}
    </section>`,
  }
}

function invoicePdf(invoice: Invoice, words: Translation): PageResponse {
  const rows = rowsOf(invoice, words).map(([name, value]) => `${name}: ${words.money(value, invoice.currency)}`)
  const pdf = pdfOf([titleOf(invoice, words), statusOf(invoice, words), ...rows])
  return { pdf, name: `${invoice.number}.pdf` }
}

function payOpen(invoice: Invoice, words: Translation, { form, url }: PageRequest): PageResponse {
  if (invoice.status !== 'open') return invoicePage(invoice, words)
  const { card_number, isConfirmed } = readForm(form)
  const card = findCard(card_number)
  if (!card && card_number !== '') return invoicePage(invoice, words, words.t('unknown_card'))
  const method = card ? attachCard(invoice.customer, card) : savedMethod(invoice)
  const outcome = payInvoice(invoice, method && { method, situation: 'present', isConfirmed })
  if (outcome === 'asks')
    return bankConfirmationPage(words, words.money(invoice.amount_remaining, invoice.currency), form)
  return outcome === 'declined' ? invoicePage(invoice, words, declineText(words, isConfirmed)) : { redirect: url }
}

function receiptPage(charge: Charge, { t, money }: Translation): HostedPage {
  const method = store.find('payment_method', charge.payment_method)
  const [amount, refunded] = [money(charge.amount, charge.currency), money(charge.amount_refunded, charge.currency)]
  return {
    title: t('receipt.title'),
    body: html`<section>
      <h1>${t('receipt.title')}</h1>
      <p class="price">${t('receipt.paid', { amount })}</p>
      ${charge.amount_refunded > 0 ? html`<p>${t('receipt.refunded', { amount: refunded })}</p>` : null}
      ${method ? html`<p>${t('receipt.card', { last4: last4Of(method) })}</p>` : null}
    </section>`,
  }
}

function findInvoice({ id, url, query }: PageRequest) {
  const invoice = store.find('invoice', id)
  const path = url.replace(/\?.*/s, '').replace(/\/pdf$/, '')
  if (!invoice?.hosted_invoice_url?.endsWith(path)) return null
  return isInvoiceLinkExpired(query, invoice, clock.now()) ? 'expired' : invoice
}

function findCharge({ id, query }: PageRequest) {
  const charge = store.find('charge', id)
  if (charge?.status !== 'succeeded') return null
  return isReceiptLinkExpired(query, charge, clock.now()) ? 'expired' : charge
}

export const invoicePages: Page[] = [
  ...pagesOf('/i/:id/:secret', findInvoice, { GET: (invoice, words) => invoicePage(invoice, words), POST: payOpen }),
  ...pagesOf('/i/:id/:secret/pdf', findInvoice, { GET: invoicePdf }),
  ...pagesOf('/receipts/:id', findCharge, { GET: receiptPage }),
]
