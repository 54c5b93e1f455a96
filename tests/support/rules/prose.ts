const fileEndings = 'css|csv|docx?|html?|js|json|jsx|md|pdf|png|jpe?g|py|sh|sql|svg|toml|tsx?|txt|xlsx?|xml|ya?ml'
const topLevels = 'app|com|dev|es|eu|example|gov|info|int|internal|io|net|org|test'

const codePatterns = [/`[^`\n]+`/gu, /<\/?\p{Ll}[\p{L}\d_-]*(?: [a-z-]+=[^<>\n]*)?\/?>/gu, /#[\dA-Fa-f]{3,8}\b/gu]
const placeholderPatterns = [/\$\{[^{}:\n]*(?::|(?=\}))/gu, /\{\{[^{}\n]*\}\}/gu, /(?<![${])\{\w+\}/gu]
const addressPatterns = [
  /\b(?:https?:\/\/|www\.)\S+/gu,
  /(?<!\S)\S*@\S+/gu,
  new RegExp(`(?<![\\p{L}\\d_./-])[\\p{L}\\d_./-]+\\.(?:${fileEndings})(?![\\p{L}\\d])`, 'gu'),
  new RegExp(`(?<![\\p{L}\\d.-])(?:[\\p{L}\\d-]+\\.)+(?:${topLevels})(?:/\\S*|(?![\\p{L}\\d]))`, 'gu'),
  /(?<![\p{L}\d/.)])\/[\p{L}\d_.{}-]+(?:\/[\p{L}\d_.{}-]*)*/gu,
]
const callOrMember = [/(?<![\p{L}\d_.])[\p{L}\d_.]+\((?!\p{L}{1,2}\))/gu, /[\p{L}\d_\])]+(?:\.[\p{Ll}_][\p{L}\d_]*)+/gu]
const identifierPatterns = [
  /(?<![\p{L}\d_])[\p{L}\d]*[\d_][\p{L}\d_]*/gu,
  /(?<!\p{L})\p{Ll}+\p{Lu}\p{L}*/gu,
  /(?<![\p{L}\d-])--?\p{Ll}[\p{L}-]*/gu,
  /(?<!\p{L})\p{L}+(?==)/gu,
]
const abbreviations = /(?<![\p{L}'’])\p{Lu}{1,5}s?(?!['’]?\p{L})/gu

const notProse = [
  ...codePatterns,
  ...placeholderPatterns,
  ...addressPatterns,
  ...callOrMember,
  ...identifierPatterns,
  abbreviations,
]
const fence = /^ *```(.*)\n([^]*?)^ *```/gmu
const proseInFences = new Set(['text', 'markdown', 'md'])
const wordPattern = /\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*/gu

const blank = (text: string) => ' '.repeat(text.length)

/** Removed parts keep their length, so that positions stay valid. */
function proseOf(text: string): string {
  const unfenced = text.replaceAll(fence, (block, language: string, inside: string) => {
    if (!proseInFences.has(language)) return blank(block)
    const start = block.indexOf('\n') + 1
    return blank(block.slice(0, start)) + inside + blank(block.slice(start + inside.length))
  })
  return notProse.reduce((rest, pattern) => rest.replaceAll(pattern, blank), unfenced)
}

export type Word = { word: string; start: number }

export function wordsOf(text: string): Word[] {
  return Array.from(proseOf(text).matchAll(wordPattern), ({ 0: word, index }) => ({
    word: word.replaceAll('’', "'"),
    start: index,
  })).filter(({ word }) => word.length > 1)
}

export function sentenceAt(text: string, start: number): string {
  const before =
    text
      .slice(0, start)
      .split(/[.!?]\s|\n/)
      .at(-1) ?? ''
  const [after = ''] = text.slice(start).split(/(?<=[.!?])\s|\n/)
  return (before + after).trim()
}
