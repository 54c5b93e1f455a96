import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Settings of the sandbox that `npm start` runs on this folder. Null if there is none. */
export function findSandboxSettings(DATA_DIR: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(DATA_DIR, 'sandbox', name), 'utf8'))
  try {
    const { url } = read('address.json') as { url: string }
    const { api_key } = read('secrets.json') as { api_key: string }
    return { STRIPE_SECRET_KEY: api_key, STRIPE_API_BASE: url }
  } catch {
    return null
  }
}
