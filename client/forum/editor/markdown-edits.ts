export const markdownEdits = ['bold', 'italic', 'heading', 'link', 'quote', 'code', 'list', 'numbers'] as const
export type MarkdownEdit = (typeof markdownEdits)[number]

export type TextChange = { start: number; end: number; text: string; selection: [start: number, end: number] }
export type SampleText = { text: string; address: string }

type Selected = { text: string; start: number; end: number }

const selectionOf = (start: number, before: string, part: string): TextChange['selection'] => [
  start + before.length,
  start + before.length + part.length,
]

/** Selection without surrounding spaces: a double click selects them, and Markdown ignores marks next to spaces. */
function trimmed({ text, start, end }: Selected): Selected {
  const part = text.slice(start, end)
  if (part.trim() === '') return { text, start, end }
  return { text, start: start + part.search(/\S/), end: end - (part.length - part.trimEnd().length) }
}

function wrap(selected: Selected, mark: string, sample: string): TextChange {
  const { text, start, end } = trimmed(selected)
  const part = text.slice(start, end)
  const isAround = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
  if (isAround) {
    const from = start - mark.length
    return { start: from, end: end + mark.length, text: part, selection: [from, from + part.length] }
  }
  if (part.length > 2 * mark.length && part.startsWith(mark) && part.endsWith(mark)) {
    const inner = part.slice(mark.length, -mark.length)
    return { start, end, text: inner, selection: [start, start + inner.length] }
  }
  const inner = part === '' ? sample : part
  return { start, end, text: mark + inner + mark, selection: selectionOf(start, mark, inner) }
}

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text)

function link(selected: Selected, { text: sample, address }: SampleText): TextChange {
  const { text, start, end } = trimmed(selected)
  const part = text.slice(start, end)
  if (isAddress(part)) return { start, end, text: `[${sample}](${part})`, selection: selectionOf(start, '[', sample) }
  const label = part === '' ? sample : part
  return { start, end, text: `[${label}](${address})`, selection: selectionOf(start, `[${label}](`, address) }
}

function linesOf({ text, start, end }: Selected) {
  const from = text.lastIndexOf('\n', start - 1) + 1
  // A selection that ends with a line break excludes the next line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const next = text.indexOf('\n', last)
  return { from, to: next === -1 ? text.length : next }
}

function prefix(selected: Selected, pattern: RegExp, markOf: (index: number) => string, sample: string): TextChange {
  const { from, to } = linesOf(selected)
  const lines = selected.text.slice(from, to).split('\n')
  const isEmpty = lines.length === 1 && lines[0]?.trim() === ''
  const isMarked = !isEmpty && lines.every((line) => pattern.test(line))
  if (isEmpty) {
    const mark = markOf(0)
    return { start: from, end: to, text: mark + sample, selection: selectionOf(from, mark, sample) }
  }
  const text = lines.map((line, index) => (isMarked ? line.replace(pattern, '') : markOf(index) + line)).join('\n')
  return { start: from, end: to, text, selection: [from, from + text.length] }
}

function code(selected: Selected, sample: string): TextChange {
  const { text, start, end } = selected
  if (!text.slice(start, end).includes('\n')) return wrap(selected, '`', sample)
  const { from, to } = linesOf(selected)
  const part = text.slice(from, to)
  return { start: from, end: to, text: `\`\`\`\n${part}\n\`\`\``, selection: selectionOf(from, '```\n', part) }
}

export function textChangeFor(edit: MarkdownEdit, selected: Selected, sample: SampleText): TextChange {
  switch (edit) {
    case 'bold':
      return wrap(selected, '**', sample.text)
    case 'italic':
      return wrap(selected, '_', sample.text)
    case 'link':
      return link(selected, sample)
    case 'code':
      return code(selected, sample.text)
    case 'heading':
      return prefix(selected, /^#{1,6} /, () => '## ', sample.text)
    case 'quote':
      return prefix(selected, /^> ?/, () => '> ', sample.text)
    case 'list':
      return prefix(selected, /^[-*+] /, () => '- ', sample.text)
    case 'numbers':
      return prefix(selected, /^\d+[.)] /, (index) => `${index + 1}. `, sample.text)
  }
}
