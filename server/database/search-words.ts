const unspacedScripts =
  /[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a]*/gu

/** Names with a sign, as "C++", and their indexed words. The ranges are the letters from Latin to Hangul. */
const signedNames: [RegExp, string][] = [
  [/(?<![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z])\+\+/g, '$1plusplus '],
  [/(?<![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z])#(?![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])/g, '$1sharp '],
  [/(?<![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])\.[Nn][Ee][Tt](?![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])/g, 'dotnet'],
]
const scriptName =
  /(?<![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])([A-Za-z]{2,})\.?([Jj][Ss])(?![0-9_A-Za-z\u00c0-\u1fff\uac00-\ud7a3])/g
const compound =
  /(?<![A-Za-z\u00c0-\u1fff\uac00-\ud7a3/&'’-])(?:([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+)-([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+)|([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])[/&'’]([A-Za-z\u00c0-\u1fff\uac00-\ud7a3]+))(?![A-Za-z\u00c0-\u1fff\uac00-\ud7a3/&'’-])/g
const beforeDigit = /([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])([0-9])/g
const afterDigit = /([0-9])([A-Za-z\u00c0-\u1fff\uac00-\ud7a3])/g

/** Replacements for words with inner signs, as "e-mail": one word, its parts, or (in indexed texts) both. */
const compoundForms = {
  joined: ['$1$2', '$1$3$2$4'],
  parts: ['$1 $2', '$1$3 $2$4'],
  both: ['$1$2 $1 $2', '$1$3$2$4 $1$3 $2$4'],
} as const

/** Returns a text as it is indexed. Must match the SQL function `search_words` exactly. */
export function searchWords(text: string, form: keyof typeof compoundForms = 'both'): string {
  const [script, other] = compoundForms[form]
  return signedNames
    .reduce((words, [pattern, name]) => words.replace(pattern, name), text.replace(unspacedScripts, ' $& '))
    .replace(scriptName, script)
    .replace(compound, other)
    .replace(beforeDigit, '$1 $2')
    .replace(afterDigit, '$1 $2')
    .replaceAll(/[./+<&-]/g, ' ')
}

export const searchForms = (typed: string): string[] =>
  (['joined', 'parts'] as const).map((form) => lineOf(searchWords(typed, form)).trim()).filter((line) => line !== '')

const lineOf = (words: string) => words.toLowerCase().replaceAll(/\s+/g, ' ')

export const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
