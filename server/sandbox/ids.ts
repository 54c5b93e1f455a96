import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const randomText = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

const lengths: Record<string, number> = { cus: 14, prod: 14, si: 14, cs_test: 58 }
export const newId = (prefix: string) => `${prefix}_${randomText(lengths[prefix] ?? 24)}`
