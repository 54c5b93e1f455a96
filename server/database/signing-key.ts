import { createHash } from 'node:crypto'

export const keyIdOf = (secret: string) => createHash('sha256').update(`key ${secret}`).digest('hex').slice(0, 16)
