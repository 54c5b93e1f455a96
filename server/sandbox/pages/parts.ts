import { html } from './html.ts'
import type { HostedPage, Html } from './html.ts'
import { testCards } from './texts.ts'
import type { Locale, Translate, Translation } from './texts.ts'

export const cardTable = ({ locale, t }: Translation, hasDebits = true): Html =>
  html`<section>
    <h2>${t('test_cards')}</h2>
    <table>
      ${testCards(locale)
        .filter(([number]) => hasDebits || !number.startsWith('AT'))
        .map(
          ([number, text]) =>
            html`<tr>
              <th scope="row">${number}</th>
              <td>${text}</td>
            </tr>`,
        )}
    </table>
  </section>`

export const amountRow = (name: string, amount: string): Html =>
  html`<dt>${name}</dt>
    <dd>${amount}</dd>`

export const problemNotice = (text: string | null): Html | null =>
  text === null ? null : html`<p class="problem" role="alert">${text}</p>`

export const cardField = (t: Translate, value: string, about: { hint?: string; isNeeded?: boolean } = {}): Html =>
  html`<label
    >${t('card_number')}
    <input
      name="card_number"
      value="${value}"
      autocomplete="off"
      maxlength="40"
      ${about.isNeeded ? html` required` : null}
    />
    ${about.hint ? html`<span class="hint">${about.hint}</span>` : null}</label
  >`

/** Page that simulates the bank's confirmation. Its form repeats the posted fields. */
export function bankConfirmationPage(
  words: Translation,
  amount: string,
  posted: Posted,
  leadsTo: (string | null)[] = [],
): HostedPage {
  const { t } = words
  const { card_number, tax_id, terms } = posted
  return {
    ...words,
    title: t('bank.title'),
    formTargets: leadsTo,
    body: html`<form method="post" class="box">
      <h1>${t('bank.title')}</h1>
      <p>${t('bank.text', { amount })}</p>
      <input type="hidden" name="action" value="pay" />
      <input type="hidden" name="card_number" value="${card_number}" />
      ${tax_id ? html`<input type="hidden" name="tax_id" value="${tax_id}" />` : null}
      ${terms ? html`<input type="hidden" name="terms" value="on" />` : null}
      <button name="confirm" value="yes">${t('bank.yes')}</button>
      <button name="confirm" value="no" class="quiet">${t('bank.no')}</button>
    </form>`,
  }
}

export const declineText = (t: Translate, { confirm }: Posted) => t(confirm === false ? 'not_confirmed' : 'declined')

export const formatDate = (locale: Locale, seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

type Posted = {
  action: string
  card_number: string
  confirm: boolean | undefined
  promotion_code: string | null
  tax_id: string | null
  terms: boolean
}

export function readForm(fields: URLSearchParams): Posted {
  const confirm = fields.get('confirm')
  return {
    action: fields.get('action') ?? '',
    card_number: fields.getAll('card_number').at(-1) ?? '',
    confirm: confirm === 'yes' || confirm === 'no' ? confirm === 'yes' : undefined,
    promotion_code: fields.get('promotion_code'),
    tax_id: fields.get('tax_id')?.trim() || null,
    terms: fields.has('terms'),
  }
}
