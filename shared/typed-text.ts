const escaped = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
const isNumber = (part = '') => /^\p{N}/u.test(part)

/**
 * Source of a pattern, with the flags `iu`, of what was typed, however names and numbers are written: "gpt4" and "gpt 4"
 * stand for "GPT-4" as well, "C++" for itself alone. `ofLetter`: the source of one letter's. Empty where no letter or
 * digit is typed.
 */
export function writtenPattern(typed: string, ofLetter: (letter: string) => string = escaped): string {
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

/** Whether a text has a part like what was typed, whatever the case and however names and numbers are written. */
export function holdsTyped(text: string, typed: string): boolean {
  if (text.toLowerCase().includes(typed.toLowerCase())) return true
  const pattern = writtenPattern(typed)
  return pattern !== '' && new RegExp(pattern, 'iu').test(text)
}
