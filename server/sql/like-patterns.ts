import { searchForms } from '../database/search-words.ts'

export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export const searchLinePatterns = (typed: string): string[] => searchForms(typed).map(containsPattern)
