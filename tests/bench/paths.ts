import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const folder = join(root, '.data', 'bench')
export const bench = (file: string) => fileURLToPath(new URL(file, import.meta.url))
