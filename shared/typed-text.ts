const escaped = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
const isNumber = (part = '') => /^\p{N}/u.test(part)

/** Pattern (flags `iu`) for all spellings of names and numbers: "gpt4" also matches "GPT-4". May be empty. */
export function spellingPattern(typed: string, ofLetter: (letter: string) => string = escaped): string {
  let [source, last, isApart] = ['', '', false]
  for (const [part] of typed.matchAll(/\p{N}+|[\p{L}\p{M}]+(?:\+\+|#)?|\s/gu)) {
    if (part.trim() === '') {
      isApart = true
      continue
    }
    const isNextToNumber = isNumber(part) || isNumber(last)
    if (last) source += String.raw`[^\p{L}\p{N}]` + (isApart && !isNextToNumber ? '{1,3}' : '{0,2}')
    const letters = Array.from(part, (sign) => (/\p{L}/u.test(sign) ? ofLetter(sign) : escaped(sign)))
    source += letters.join(isNumber(part) || /[+#]$/.test(part) ? '' : "[-/&'’.]?")
    last = part
    isApart = false
  }
  return source
}

export function containsTyped(text: string, typed: string): boolean {
  if (text.toLowerCase().includes(typed.toLowerCase())) return true
  const pattern = spellingPattern(typed)
  return pattern !== '' && new RegExp(pattern, 'iu').test(text)
}
