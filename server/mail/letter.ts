import type { Locale } from '#shared/locale.ts'
import { brandColorsOf, defaultBrandColor } from '#shared/site/brand-colors.ts'
import type { Site } from '#shared/site/schema.ts'
import { translate } from '../translate.ts'

export type Letter = {
  locale: Locale
  subject: string
  greeting: string
  text: string
  quote?: string | null | undefined
  items?: LetterItem[] | undefined
  more?: string | undefined
  action?: Link
  note: string
  links?: Link[] | undefined
}
type MailTexts = Record<'intro' | 'footer', Record<Locale, string | null>>
export type MailSite = Site & { mail_logo?: string | null; mail_texts?: MailTexts }
type LetterSite = Pick<MailSite, 'name' | 'url' | 'company' | 'brand_color' | 'mail_logo' | 'mail_texts'>
type Link = { label: string; url: string }
export type LetterItem = { text: string; quote?: string | null | undefined; link: Link }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const font = 'font-family:Figtree,system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const heading = 'font-family:Besley,Georgia,serif;font-weight:700'
/** Blank of the logo. It is drawn by CSS, since many mail clients show no SVG. */
const blank = `<span style="display:inline-block;width:28px;height:16px;margin-right:10px;border:1px solid #8a6d00;border-bottom-width:3px;border-radius:5px;background:#ffe352;vertical-align:-3px"></span>`
const paragraph = (text: string, style = 'font-size:16px;line-height:24px') =>
  `<p style="margin:0 0 16px;${style}">${escape(text)}</p>`
const small = 'font-size:14px;line-height:20px;opacity:.8'
const footnote = 'font-size:12px;line-height:18px;opacity:.8'
/** Paragraph with line breaks as <br>, since some mail clients ignore `white-space`. */
const lines = (text: string, style: string) => paragraph(text, style).replaceAll(/\r\n?|\n/g, '<br>')

type Colors = Record<'link' | 'button' | 'linkInDark' | 'buttonInDark', string>

function colorsOf(brand_color: string | null): Colors {
  const { brand, 'brand-strong': strong } = brandColorsOf(brand_color ?? defaultBrandColor)
  return { link: brand.light, button: strong.light, linkInDark: brand.dark, buttonInDark: strong.dark }
}

function actionOf({ label, url }: Link, copy: string, { link, button }: Colors): string {
  const href = escape(url)
  return `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${button};color:#ffffff;font-size:16px;line-height:24px;text-decoration:none">${escape(label)}</a></p>
<p style="margin:0 0 16px;${small};word-break:break-all">${escape(copy)}<br><a class="link" href="${href}" style="color:${link}">${href}</a></p>`
}

function nameOf({ name, url, mail_logo }: LetterSite): string {
  const picture = `<img class="logo" src="${escape(`${url}${mail_logo}`)}" alt="${escape(name)}" height="48" style="display:block;border:0;height:auto;max-height:48px;max-width:240px">`
  return `<p style="margin:0 0 24px;font-size:20px;line-height:24px;${heading}"><a class="name" href="${escape(url)}" style="color:#1a1815;text-decoration:none">${mail_logo ? picture : blank + escape(name)}</a></p>`
}

const linkOf = ({ label, url }: Link, colors: Colors) =>
  `<a class="link" href="${escape(url)}" style="color:${colors.link}">${escape(label)}</a>`
const quoteOf = (text: string) =>
  `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #8d877c;font-size:16px;line-height:24px;white-space:pre-line">${escape(text)}</blockquote>`
const itemOf = ({ text, quote, link }: LetterItem, colors: Colors) =>
  `<div style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #8d877c">
<p style="margin:0;font-size:16px;line-height:24px">${escape(text)}</p>
${quote ? `<p style="margin:4px 0 0;${small};white-space:pre-line">${escape(quote)}</p>` : ''}
<p style="margin:4px 0 0;${small}">${linkOf(link, colors)}</p>
</div>`

const quotedLines = (text: string) => text.replaceAll(/^/gm, '> ')
const plainItem = ({ text, quote, link }: LetterItem) =>
  [`* ${text}`, ...(quote ? [quotedLines(quote)] : []), `${link.label}: ${link.url}`].join('\n')

export function renderLetter(site: LetterSite, letter: Letter) {
  const { locale, subject, greeting, text, quote, items = [], more, action, note, links = [] } = letter
  const { name, address, email } = site.company
  const [intro, footer] = (['intro', 'footer'] as const).map((part) => site.mail_texts?.[part][locale])
  const colors = colorsOf(site.brand_color)
  const sender = [`${name}, ${address}`, translate(locale, 'mails.contact', { email })]
  return {
    subject,
    text: [
      ...(intro ? [intro] : []),
      greeting,
      text,
      ...(quote ? [quotedLines(quote)] : []),
      ...items.map(plainItem),
      ...(more ? [more] : []),
      ...(action ? [`${action.label}:\n${action.url}`] : []),
      [note, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
      `-- \n${[...(footer ? [`${footer}\n`] : []), ...sender].join('\n')}`,
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){.page{background:#11100f!important;color:#f4f1ea!important}.name{color:#f4f1ea!important}.link{color:${colors.linkInDark}!important}.button{background:${colors.buttonInDark}!important}.logo{background:#ffffff;padding:8px;border-radius:8px}}</style>
</head>
<body class="page" style="margin:0;background:#fbfbf9;color:#1a1815;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td align="left" style="overflow-wrap:anywhere;word-break:break-word">
${nameOf(site)}
${intro ? lines(intro, 'font-size:16px;line-height:24px') : ''}
<h1 style="margin:0 0 16px;font-size:28px;line-height:34px;${heading}">${escape(subject)}</h1>
${[greeting, text].map((line) => paragraph(line)).join('\n')}
${[...(quote ? [quoteOf(quote)] : []), ...items.map((item) => itemOf(item, colors)), ...(more ? [paragraph(more)] : [])].join('\n')}
${action ? actionOf(action, translate(locale, 'mails.copy'), colors) : ''}
${paragraph(note, small)}
${links.length > 0 ? `<p style="margin:0 0 16px;${small}">${links.map((link) => linkOf(link, colors)).join('<br>')}</p>` : ''}
<hr style="margin:24px 0;border:0;border-top:1px solid #8d877c">
${footer ? lines(footer, footnote) : ''}
${sender.map((line) => paragraph(line, footnote)).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`,
  }
}
