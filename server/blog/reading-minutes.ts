import { countWords } from '#shared/texts.ts'

const wordsPerMinute = 200

export const readingMinutes = (text: string) => Math.max(1, Math.round(countWords(text) / wordsPerMinute))
