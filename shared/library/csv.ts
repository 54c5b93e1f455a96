export const csvFields = [
  'title',
  'content',
  'short_description',
  'how_to_use',
  'known_issues',
  'example',
  'slug',
] as const

const delimiters = [',', ';', '\t']

/** Returns the most frequent delimiter of the header. Excel writes ";" in locales with decimal commas. */
export function findDelimiter(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

export type QuoteProblem = { field: number; isInQuotes: boolean }

/** Parses a CSV record (RFC 4180) by line. A misplaced quote is reported, so that it affects no other record. */
export class CsvRecord {
  readonly fields: string[] = []
  quoteProblem: QuoteProblem | null = null
  openQuoteLine: number | null = null
  #field = ''
  readonly #delimiter: string

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Adds a line without "\n". Returns true if it ends the record. */
  add(text: string, line: number): boolean {
    for (let at = 0; ; at++) {
      const isQuoted = this.openQuoteLine === null && text[at] === '"'
      if (isQuoted) this.openQuoteLine = line
      at = this.openQuoteLine === null ? this.#takePlain(text, at) : this.#takeQuoted(text, isQuoted ? at + 1 : at)
      if (this.openQuoteLine !== null) return false
      this.fields.push(this.#field)
      this.#field = ''
      if (text[at] !== this.#delimiter) return true
    }
  }

  discard() {
    this.fields.length = 0
    this.#field = ''
  }

  #takePlain(text: string, from: number): number {
    const next = text.indexOf(this.#delimiter, from)
    const end = next === -1 ? text.length : next
    const field = text.slice(from, end)
    this.#field = next === -1 ? field.replace(/\r$/, '') : field
    if (field.includes('"')) this.quoteProblem ??= { field: this.fields.length + 1, isInQuotes: false }
    return end
  }

  #takeQuoted(text: string, from: number): number {
    for (;;) {
      const quote = text.indexOf('"', from)
      if (quote === -1) {
        this.#field += `${text.slice(from)}\n`
        return text.length
      }
      this.#field += text.slice(from, quote)
      const after = text.slice(quote + 1, quote + 3)
      if (after === '' || after === '\r' || after.startsWith(this.#delimiter)) {
        this.openQuoteLine = null
        return quote + 1
      }
      if (!after.startsWith('"')) this.quoteProblem ??= { field: this.fields.length + 1, isInQuotes: true }
      this.#field += '"'
      from = quote + (after.startsWith('"') ? 2 : 1)
    }
  }
}

const byteOrderMark = /^\uFEFF/
export const withoutByteOrderMark = (text: string) => text.replace(byteOrderMark, '')

/** Returns the header and the first records. A last record that is cut off inside a quote is left out. */
export function readCsvHead(text: string, count: number): string[][] {
  const lines = withoutByteOrderMark(text).split('\n')
  const delimiter = findDelimiter(lines.find((line) => line.trim() !== '') ?? '')
  const found: string[][] = []
  let record: CsvRecord | null = null
  for (const [at, line] of lines.entries()) {
    if (found.length === count) break
    if (!record && line.trim() === '') continue
    record ??= new CsvRecord(delimiter)
    if (!record.add(line, at + 1)) continue
    found.push(record.fields)
    record = null
  }
  return found
}
