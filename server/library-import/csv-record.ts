/** RFC 4180, line by line. A misplaced quote is kept and noted: what is wrong with one record costs no other. */
export class CsvRecord {
  readonly fields: string[] = []
  problem: string | null = null
  #field = ''
  openQuoteLine: number | null = null

  /** `text` comes without its "\n"; true where the record ends with it. */
  add(text: string, line: number): boolean {
    for (let at = 0; ; at++) {
      const isQuoted = this.openQuoteLine === null && text[at] === '"'
      if (isQuoted) this.openQuoteLine = line
      at = this.openQuoteLine === null ? this.#takePlain(text, at) : this.#takeQuoted(text, isQuoted ? at + 1 : at)
      if (this.openQuoteLine !== null) return false
      this.fields.push(this.#field)
      this.#field = ''
      if (text[at] !== ',') return true
    }
  }

  /** Keeps whether a quote is open. */
  discard(problem: string) {
    this.problem = problem
    this.fields.length = 0
    this.#field = ''
  }

  #takePlain(text: string, from: number): number {
    const comma = text.indexOf(',', from)
    const end = comma === -1 ? text.length : comma
    const field = text.slice(from, end)
    this.#field = comma === -1 ? field.replace(/\r$/, '') : field
    if (field.includes('"')) this.problem ??= `a quote stands in the middle of field ${this.fields.length + 1}`
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
      if (after === '' || after === '\r' || after.startsWith(',')) {
        this.openQuoteLine = null
        return quote + 1
      }
      if (!after.startsWith('"'))
        this.problem ??= `a quote stands in the middle of field ${this.fields.length + 1}, which is in quotes: write it twice`
      this.#field += '"'
      from = quote + (after.startsWith('"') ? 2 : 1)
    }
  }
}
