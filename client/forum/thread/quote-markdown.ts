/** Escapes Markdown characters, also those with a meaning only at the start of a line. */
const escaped = (text: string) =>
  text.replaceAll(/[\\`*_[\]<~@]/g, String.raw`\$&`).replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
const escapedStart = (text: string) => text.replace(/^\s*(?=[#>+-])|^\s*\d+(?=[.)])/, (start) => `${start}\\`)

/** Backticks that enclose the text: more than any in it, and than `least`. */
const codeMark = (text: string, least: number) =>
  '`'.repeat(1 + Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)))

function code(text: string): string {
  const mark = codeMark(text, 0)
  return mark === '`' ? mark + text + mark : `${mark} ${text} ${mark}`
}

const prefixed = (text: string, prefix: string) =>
  text
    .split('\n')
    .map((line) => (prefix + line).trimEnd())
    .join('\n')

/** Puts marks around the words, inside of the spaces: Markdown ignores marks next to spaces. */
const surroundWords = (mark: string, inner: string) => inner.replace(/\S(?:.*\S)?/s, (words) => mark + words + mark)

const isMention = (address: string) => address.startsWith('/forum?author=')

function link(element: Element, inner: string): string {
  const address = element.getAttribute('href') ?? ''
  // A quoted mention becomes text, so that it notifies no one again.
  if (isMention(address)) return inner
  return inner.trim() === '' ? '' : `[${inner.trim()}](${/[()\s]/.test(address) ? `<${address}>` : address})`
}

const fixedSpace = '\uE000'

function fence(text: string): string {
  const mark = codeMark(text, 2)
  const fixed = text.replace(/\n$/, '').replaceAll(/^ +/gm, (spaces) => fixedSpace.repeat(spaces.length))
  return `\n\n${mark}\n${fixed}\n${mark}\n\n`
}

const itemMark = (element: Element) => {
  const list = element.parentElement
  return list?.localName === 'ol' ? `${[...list.children].indexOf(element) + 1}. ` : '- '
}

function elementMarkdown(element: Element): string {
  const name = element.localName
  if (name === 'br') return '\n'
  if (name === 'pre') return fence(element.textContent)
  if (name === 'code') return code(element.textContent)
  const inner = innerMarkdown(element)
  if (name === 'a') return link(element, inner)
  if (name === 'strong' || name === 'b') return surroundWords('**', inner)
  if (name === 'em' || name === 'i') return surroundWords('*', inner)
  if (name === 's' || name === 'del') return surroundWords('~~', inner)
  if (name === 'li') {
    const mark = itemMark(element)
    const [first = '', ...rest] = inner.trim().split('\n')
    return `\n${mark}${[first, ...rest.map((line) => (' '.repeat(mark.length) + line).trimEnd())].join('\n')}`
  }
  if (name === 'blockquote') return `\n\n${prefixed(inner.trim(), '> ')}\n\n`
  if (/^(?:p|div|h\d|ul|ol|table|tr|hr)$/.test(name))
    return `\n\n${/^[pdh]/.test(name) ? escapedStart(inner) : inner}\n\n`
  if (name === 'td' || name === 'th') return `${inner} `
  return inner
}

const innerMarkdown = (node: Node): string => [...node.childNodes].map(nodeMarkdown).join('')

function nodeMarkdown(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped((node.textContent ?? '').replaceAll(/\s+/g, ' '))
  return node instanceof Element ? elementMarkdown(node) : ''
}

/** Converts a selection of rendered text to Markdown that renders to equal text. */
export const selectionMarkdown = (part: DocumentFragment): string =>
  innerMarkdown(part)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n /g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .replaceAll(fixedSpace, ' ')

export const quoteMarkdown = (text: string, { name, address }: { name: string; address: string }): string =>
  `${prefixed(`[${escaped(name)}](${address}):\n\n${text}`, '> ')}\n\n`
