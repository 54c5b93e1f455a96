const consonants = 'bcdfghjklmnprstvwxyz'
const vowels = 'aeiou'
const endings = 'nrltkm'
const size = 30_000
const functionShare = 0.35
const functionWords = {
  en: 'the of and to a in for with that is your on as it you this from by not or each be are when if what which'.split(
    ' ',
  ),
  es: 'de la que el en y a los se del las un por con no una su para es al lo como o pero cada'.split(' '),
}
const wordsPerPrompt = 250

const syllable = (number: number) => `${consonants[number % 20]}${vowels[Math.floor(number / 20) % 5]}`

/** Distinct words; common ones are short. Ranks past the vocabulary are for rare words. */
export function wordAt(rank: number): string {
  const scattered = (rank * 7919) % 1_000_000
  const syllables =
    rank < 1_000
      ? [rank % 100, Math.floor(rank / 100) + 37]
      : [scattered % 100, Math.floor(scattered / 100) % 100, Math.floor(scattered / 10_000)]
  return syllables.map(syllable).join('') + endings[rank % endings.length]
}

export const vocabulary = Array.from({ length: size }, (_, rank) => wordAt(rank))

/** Zipf–Mandelbrot law: frequency of a word by its rank. */
const weight = (rank: number) => 1 / (rank + 3.7)
const total = vocabulary.reduce((sum, _, rank) => sum + weight(rank), 0)

export function wordsInShare(share: number, count: number): string[] {
  const ofWords = 1 - (1 - share) ** (1 / wordsPerPrompt)
  const middle = Math.round((1 - functionShare) / (ofWords * total) - 3.7)
  const first = Math.max(0, middle - Math.floor(count / 2))
  return vocabulary.slice(first, first + count)
}

const slots = 2 ** 20
function newTable(language: keyof typeof functionWords) {
  const words = [...vocabulary, ...functionWords[language]]
  const table = new Uint16Array(slots)
  const forFunctions = Math.round(slots * functionShare)
  for (let slot = 0; slot < forFunctions; slot++) table[slot] = size + (slot % functionWords[language].length)
  let rank = 0
  let sum = weight(0)
  for (let slot = forFunctions; slot < slots; slot++) {
    const target = ((slot - forFunctions + 0.5) / (slots - forFunctions)) * total
    while (sum < target && rank < size - 1) sum += weight(++rank)
    table[slot] = rank
  }
  return { words, table }
}

export function createWordGenerator(language: keyof typeof functionWords, render: () => number): () => string {
  const { words, table } = newTable(language)
  return () => words[table[render() >>> 12] ?? 0] ?? ''
}
