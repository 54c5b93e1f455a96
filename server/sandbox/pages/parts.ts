import { Html, html } from './html.ts'
import type { HostedPage } from './html.ts'
import type { Translation } from './texts.ts'

export const cardTable = ({ t, testCards }: Translation, hasDebits = true): Html =>
  html`<section>
    <h2>${t('test_cards')}</h2>
    <table>
      ${testCards
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

export const amountRow = (name: string, amount: string, total = false): Html => {
  const attribute = total ? new Html(' class="total"') : null
  return html`<dt${attribute}>${name}</dt>
    <dd${attribute}>${amount}</dd>`
}

export const problemNotice = (text: string | null): Html | null =>
  text === null ? null : html`<p class="problem" role="alert">${text}</p>`

/** Text field. `attributes` is HTML. */
export const field = (label: string, name: string, value: string, attributes: string, hint?: string): Html =>
  html`<label
    >${label}
    <input name="${name}" value="${value}" ${new Html(attributes)} />
    ${hint ? html`<span class="hint">${hint}</span>` : null}</label
  >`

export const cardField = ({ t }: Translation, value: string, isNeeded: boolean, hint?: string): Html =>
  field(t('card_number'), 'card_number', value, `autocomplete="off" maxlength="40"${isNeeded ? ' required' : ''}`, hint)

export const hidden = (name: string, value: string | null): Html | null =>
  value ? html`<input type="hidden" name="${name}" value="${value}" />` : null

/** Page that simulates the bank's confirmation. Its form repeats the posted fields. */
export const bankConfirmationPage = (
  { t }: Translation,
  amount: string,
  form: URLSearchParams,
  formTargets: (string | null)[] = [],
): HostedPage => ({
  title: t('bank.title'),
  formTargets,
  body: html`<form method="post" class="box">
    <h1>${t('bank.title')}</h1>
    <p>${t('bank.text', { amount })}</p>
    ${hidden('action', 'pay')} ${['card_number', 'tax_id', 'terms'].map((name) => hidden(name, form.get(name)))}
    <button name="confirm" value="yes">${t('bank.yes')}</button>
    <button name="confirm" value="no" class="quiet">${t('bank.no')}</button>
  </form>`,
})

export function readForm(form: URLSearchParams) {
  const confirm = form.get('confirm')
  return {
    action: form.get('action') ?? '',
    card_number: form.get('card_number')?.trim() ?? '',
    isConfirmed: confirm === 'yes' || confirm === 'no' ? confirm === 'yes' : undefined,
  }
}

export const declineText = ({ t }: Translation, isConfirmed: boolean | undefined) =>
  t(isConfirmed === false ? 'not_confirmed' : 'declined')
