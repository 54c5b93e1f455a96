import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { transaction } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { translationFor } from './texts.ts'
import type { Translation } from './texts.ts'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | number | Html | null | undefined | Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

function render(part: Part): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  return Array.isArray(part) ? part.map(render).join('') : escape(String(part))
}

/** Template tag for HTML. Escapes every value except the output of `html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Html(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))

const style = `
:root { color-scheme: light dark; --line: #cbd2dc; --soft: #f3f5f9; --text: #1b2432; --muted: #505c6f; --strong: #3b3fc4; --on-strong: #fff; --bad: #a3141b; --note: #fff3cd; --on-note: #4d3b00 }
@media (prefers-color-scheme: dark) { :root { --line: #414b5c; --soft: #1d2430; --text: #e8ecf3; --muted: #a9b4c6; --strong: #a5a8ff; --on-strong: #12132e; --bad: #ff9a9e; --note: #4d3b00; --on-note: #fff3cd } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: Canvas }
.notice { margin: 0; padding: .6rem 1rem; text-align: center; background: var(--note); color: var(--on-note) }
main { display: grid; gap: 2rem; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 3rem }
@media (min-width: 56rem) { main.two { grid-template-columns: 1fr 1fr; gap: 3rem } }
main:not(.two) { max-width: 36rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 0 0 .5rem; font-size: 1.1rem }
p { margin: 0 0 1rem }
.price { font-size: 1.25rem; font-weight: 600 }
dl { display: grid; grid-template-columns: 1fr auto; row-gap: .5rem; margin: 0 0 1rem }
dt { padding-right: 1rem; color: var(--muted) }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
.total { padding-top: .5rem; border-top: 1px solid var(--line); font-weight: 600; color: var(--text) }
form { display: grid; gap: .75rem; margin: 0 0 1.5rem }
.box form, form.box { margin: 0 }
label { display: grid; gap: .25rem; font-weight: 600 }
input { width: 100%; padding: .7rem .8rem; font: inherit; font-weight: 400; color: inherit; background: Field; border: 1px solid var(--muted); border-radius: .5rem }
button, .button { display: block; padding: .7rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-strong); background: var(--strong); border: 1px solid var(--strong); border-radius: .5rem; cursor: pointer }
.quiet { color: var(--text); background: none; border-color: var(--line) }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
.problem { padding: .7rem .8rem; color: var(--bad); border: 1px solid currentcolor; border-radius: .5rem }
.hint { color: var(--muted); font-weight: 400; font-size: .9rem }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
th, td { padding: .4rem 0; text-align: left; font-weight: 400; vertical-align: top; border-top: 1px solid var(--line) }
th { padding-right: 1rem; white-space: nowrap; font-family: ui-monospace, monospace }
td { color: var(--muted) }
.box { padding: 1rem; background: var(--soft); border-radius: .75rem }
a { color: var(--strong) }
`
const styleHash = createHash('sha256').update(style).digest('base64')

export type HostedPage = {
  title: string
  body: Html
  isWide?: boolean
  /** Reason for which the form was not accepted. The page has the status 402 with it. */
  problem?: string | null
  status?: number
  /** URLs that the forms of the page redirect to. The content security policy allows them. */
  formTargets?: (string | null)[]
}
export type PageResponse = HostedPage | { redirect: string } | { pdf: Buffer; name: string }
export type PageRequest = { id: string; url: string; query: unknown; form: URLSearchParams }
/** Hosted page for a payer. Its response is sent after the commit. */
export type Page = {
  method: 'GET' | 'POST'
  url: string
  answer: (request: PageRequest, language: string | undefined) => { words: Translation; response: PageResponse }
}

const plainPage = (title: string, status: number): HostedPage => ({
  title,
  status,
  body: html`<section><h1>${title}</h1></section>`,
})

type Answer<Subject> = (subject: Subject, words: Translation, request: PageRequest) => PageResponse

/** Pages about an object, in its language. `find` returns null if the object has no page, and 'expired' for an old link. */
export const pagesOf = <Subject extends object>(
  url: string,
  find: (request: PageRequest) => Subject | 'expired' | null | undefined,
  answers: Partial<Record<Page['method'], Answer<Subject>>>,
): Page[] =>
  Object.entries(answers).map(([method, answer]) => ({
    method: method as Page['method'],
    url,
    answer(request, language) {
      const subject = find(request)
      const isFound = typeof subject === 'object' && subject !== null
      const locale = isFound && 'locale' in subject && typeof subject.locale === 'string' ? subject.locale : null
      const words = translationFor(locale, language)
      if (isFound) return { words, response: answer(subject, words, request) }
      const [text, status] = subject === 'expired' ? (['link_over', 410] as const) : (['not_found', 404] as const)
      return { words, response: plainPage(words.t(text), status) }
    },
  }))

function sendPage(reply: FastifyReply, { locale, t }: Translation, page: HostedPage) {
  const { title, body, isWide, problem = null, formTargets = [] } = page
  const origins = formTargets.flatMap((address) => (address === null ? [] : new URL(address).origin))
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${[...new Set(origins)].join(' ')}; base-uri 'none'; frame-ancestors 'none'`
  const text = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header class="notice">${t('notice')}</header>
<main${isWide ? new Html(' class="two"') : ''}>
${body}
</main>
</body>
</html>
`
  return reply
    .code(page.status ?? (problem === null ? 200 : 402))
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(text.text)
}

function send(reply: FastifyReply, words: Translation, response: PageResponse) {
  if ('redirect' in response) return reply.redirect(response.redirect, 303)
  if ('body' in response) return sendPage(reply, words, response)
  const disposition = `attachment; filename="${response.name}"`
  return reply.type('application/pdf').header('content-disposition', disposition).send(response.pdf)
}

export function servePages(app: FastifyInstance, sandbox: Sandbox, pages: Page[]) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  for (const { method, url, answer } of pages)
    app.route<{ Params: { id: string } }>({
      method,
      url,
      handler({ params, url: address, query, body, headers }, reply) {
        const form = new URLSearchParams(typeof body === 'string' ? body : '')
        const request = { id: params.id, url: address, query, form }
        const { words, response } = transaction(sandbox, () => answer(request, headers['accept-language']))
        return send(reply, words, response)
      },
    })
}

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
