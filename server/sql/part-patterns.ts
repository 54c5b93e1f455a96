import { typedLines } from '../database/search-words.ts'

/** For LIKE: whatever holds this. */
export const partPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** For `search_line(…) LIKE ANY (…)`: whatever holds this, however names and numbers are written. */
export const typedPatterns = (typed: string): string[] => typedLines(typed).map(partPattern)
