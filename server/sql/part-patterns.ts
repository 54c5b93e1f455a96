import { typedLines } from '../database/search-words.ts'

export const partPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export const typedPatterns = (typed: string): string[] => typedLines(typed).map(partPattern)
