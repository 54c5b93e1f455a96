import type { Locale, MessageKey, Translate } from '../translate.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'

const testCards: [string, MessageKey][] = [
  ['4242 4242 4242 4242', 'sandbox.cards.pays'],
  ['4000 0000 0000 0002', 'sandbox.cards.declines'],
  ['4000 0000 0000 9995', 'sandbox.cards.no_funds'],
  ['4000 0025 0000 3155', 'sandbox.cards.asks_once'],
  ['4000 0027 6000 3184', 'sandbox.cards.asks_always'],
  ['4000 0000 0000 0341', 'sandbox.cards.fails_later'],
  ['4000 0000 0000 7726', 'sandbox.cards.refund_pending'],
  ['4000 0000 0000 5126', 'sandbox.cards.refund_fails'],
  ['4000 0000 0000 0259', 'sandbox.cards.disputes'],
  ['AT61 1904 3002 3457 3201', 'sandbox.cards.takes_days'],
  ['AT86 1904 3002 3547 3202', 'sandbox.cards.takes_days_and_fails'],
]

export const cardTable = (t: Translate): Html =>
  html`<section>
    <h2>${t('sandbox.test_cards')}</h2>
    <table>
      ${testCards.map(
        ([number, key]) =>
          html`<tr>
            <th scope="row">${number}</th>
            <td>${t(key)}</td>
          </tr>`,
      )}
    </table>
  </section>`

export const problemOf = (text: string | null): Html | null =>
  text === null ? null : html`<p class="problem" role="alert">${text}</p>`

export const cardField = (t: Translate, value: string, about: { hint?: string; isNeeded?: boolean } = {}): Html =>
  html`<label
    >${t('sandbox.card_number')}
    <input
      name="card_number"
      value="${value}"
      autocomplete="off"
      maxlength="40"
      ${about.isNeeded ? html` required` : null}
    />
    ${about.hint ? html`<span class="hint">${about.hint}</span>` : null}</label
  >`

/** The question of the bank, posted to the page's own address. */
export const bankQuestion = (t: Translate, amount: string, cardNumber: string): Html =>
  html`<form method="post" class="box">
    <h1>${t('sandbox.bank.title')}</h1>
    <p>${t('sandbox.bank.text', { amount })}</p>
    <input type="hidden" name="action" value="pay" />
    <input type="hidden" name="card_number" value="${cardNumber}" />
    <button name="confirm" value="yes">${t('sandbox.bank.yes')}</button>
    <button name="confirm" value="no" class="quiet">${t('sandbox.bank.no')}</button>
  </form>`

export const dateIn = (locale: Locale, seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

export type Posted = {
  action: string
  card_number: string
  confirm: boolean | undefined
  promotion_code: string | null
}

/** What a page's form sent: unknown fields are left alone. */
export function readPosted(body: unknown): Posted {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '')
  const confirm = fields.get('confirm')
  return {
    action: fields.get('action') ?? '',
    card_number: fields.getAll('card_number').at(-1) ?? '',
    confirm: confirm === 'yes' || confirm === 'no' ? confirm === 'yes' : undefined,
    promotion_code: fields.get('promotion_code'),
  }
}
