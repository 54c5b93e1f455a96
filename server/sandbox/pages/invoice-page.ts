import { isInvoiceLinkExpired, isReceiptLinkExpired } from '../api/links.ts'
import { payInvoice, subscriptionOfInvoice } from '../billing/invoice-lifecycle.ts'
import { formatAmount } from '../money.ts'
import type { Invoice, PaymentMethod } from '../objects.ts'
import { attachCard, findCard, paymentMethodOf } from '../payments/cards.ts'
import { paymentIntentOf } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import { html, linkExpiredPage, notFoundPage } from './html.ts'
import type { PageResponse, HostedPage, Html, Page, PageRequest } from './html.ts'
import { bankConfirmationPage, cardField, cardTable, declineText, problemNotice, readForm, amountRow } from './parts.ts'
import { translationFor } from './texts.ts'
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

const last4Of = ({ card, sepa_debit }: PaymentMethod) => (card ?? sepa_debit)?.last4 ?? ''

/** Payment method for a new attempt: one that the bank wants confirmed, else the saved one. */
function savedMethod(invoice: Invoice): PaymentMethod | undefined {
  const intent = paymentIntentOf(invoice.id)
  const challenged =
    intent?.status === 'requires_action' ? store.find('payment_method', intent.payment_method ?? '') : undefined
  const subscription = subscriptionOfInvoice(invoice)
  return challenged ?? (subscription && paymentMethodOf(subscription))
}

function lines(invoice: Invoice, { locale, t }: Translation): Html {
  const amount = (value: number) => formatAmount(value, invoice.currency, locale)
  return html`<dl>
    ${invoice.lines.data.map((line) => amountRow(line.description ?? '', amount(line.amount)))}
    ${invoice.total_discount_amounts.map((one) => amountRow(t('discount'), amount(-one.amount)))}
    ${invoice.total_taxes.map((one) => amountRow(t('tax'), amount(one.amount)))}
    <dt class="total">${t('invoice.total')}</dt>
    <dd class="total">${amount(invoice.total)}</dd>
    <dt>${t('invoice.due')}</dt>
    <dd>${amount(invoice.amount_remaining)}</dd>
  </dl>`
}

function payForm(invoice: Invoice, words: Translation, problem: string | null): Html {
  const { locale, t } = words
  const intent = paymentIntentOf(invoice.id)
  if (intent?.status === 'processing') return html`<p>${t('invoice.processing')}</p>`
  const method = savedMethod(invoice)
  const hint = method ? { hint: t('invoice.saved_card', { last4: last4Of(method) }) } : { isNeeded: true }
  const amount = formatAmount(invoice.amount_remaining, invoice.currency, locale)
  return html`${problemNotice(problem)}
    ${intent?.status === 'requires_action' ? html`<p>${t('invoice.confirm_needed')}</p>` : null}
    <form method="post">
      ${cardField(t, '', hint)}
      <button name="action" value="pay">${t('pay', { amount })}</button>
    </form>
    ${cardTable(words)}`
}

function invoicePage(invoice: Invoice, words: Translation, problem: string | null = null): HostedPage {
  const { t } = words
  const title = t('invoice.title', { number: invoice.number ?? '' })
  return {
    ...words,
    title,
    status: problem === null ? 200 : 402,
    body: html`<section>
      <h1>${title}</h1>
      <p>${t(`invoice.status.${invoice.status}` as TextKey)}</p>
      ${lines(invoice, words)} ${invoice.status === 'open' ? payForm(invoice, words, problem) : null}
    </section>`,
  }
}

function invoicePdf(invoice: Invoice, { locale, t }: Translation) {
  const amount = (value: number) => formatAmount(value, invoice.currency, locale)
  const pdf = pdfOf([
    t('invoice.title', { number: invoice.number ?? '' }),
    t(`invoice.status.${invoice.status}` as TextKey),
    ...invoice.lines.data.map((line) => `${line.description}: ${amount(line.amount)}`),
    ...invoice.total_taxes.map((one) => `${t('tax')}: ${amount(one.amount)}`),
    `${t('invoice.total')}: ${amount(invoice.total)}`,
  ])
  return { pdf, name: `${invoice.number}.pdf` }
}

function payOpen(invoice: Invoice, words: Translation, { form, url }: PageRequest): PageResponse {
  if (invoice.status !== 'open') return invoicePage(invoice, words)
  const { t, locale } = words
  const posted = readForm(form)
  const { card_number, confirm } = posted
  const card = findCard(card_number)
  if (!card && card_number.trim() !== '') return invoicePage(invoice, words, t('unknown_card'))
  const method = card ? attachCard(invoice.customer, card) : savedMethod(invoice)
  const outcome = payInvoice(invoice, method && { method, situation: 'present', isConfirmed: confirm })
  if (outcome === 'asks')
    return bankConfirmationPage(words, formatAmount(invoice.amount_remaining, invoice.currency, locale), posted)
  return outcome === 'declined' ? invoicePage(invoice, words, declineText(t, posted)) : { redirect: url }
}

function receiptPage({ id, query, language }: PageRequest): HostedPage {
  const words = translationFor(null, language)
  const { t, locale } = words
  const charge = store.find('charge', id)
  if (charge?.status !== 'succeeded') return notFoundPage(words)
  if (isReceiptLinkExpired(query, charge, clock.now())) return linkExpiredPage(words)
  const method = store.find('payment_method', charge.payment_method)
  const amount = (value: number) => formatAmount(value, charge.currency, locale)
  const refunded = amount(charge.amount_refunded)
  return {
    ...words,
    title: t('receipt.title'),
    body: html`<section>
      <h1>${t('receipt.title')}</h1>
      <p class="price">${t('receipt.paid', { amount: amount(charge.amount) })}</p>
      ${charge.amount_refunded > 0 ? html`<p>${t('receipt.refunded', { amount: refunded })}</p>` : null}
      ${method ? html`<p>${t('receipt.card', { last4: last4Of(method) })}</p>` : null}
    </section>`,
  }
}

type InvoiceAnswer = (invoice: Invoice, words: Translation, request: PageRequest) => PageResponse

const invoiceRoute = (method: Page['method'], url: string, answer: InvoiceAnswer): Page => ({
  method,
  url,
  answer(request) {
    const words = translationFor(null, request.language)
    const invoice = store.find('invoice', request.id)
    const path = request.url.replace(/\?.*/s, '').replace(/\/pdf$/, '')
    if (!invoice?.hosted_invoice_url?.endsWith(path)) return notFoundPage(words)
    return isInvoiceLinkExpired(request.query, invoice, clock.now())
      ? linkExpiredPage(words)
      : answer(invoice, words, request)
  },
})

export const invoicePages: Page[] = [
  invoiceRoute('GET', '/i/:id/:secret', (invoice, words) => invoicePage(invoice, words)),
  invoiceRoute('GET', '/i/:id/:secret/pdf', invoicePdf),
  invoiceRoute('POST', '/i/:id/:secret', payOpen),
  { method: 'GET', url: '/receipts/:id', answer: receiptPage },
]
