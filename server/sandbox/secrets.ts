import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { timingSafeEqual } from 'node:crypto'
import { randomText } from './ids.ts'

export type Secrets = { api_key: string; webhook_secret: string; control_token: string }

/** Made once and kept in the folder, readable by its owner alone. Given ones win. */
export function readSecrets(folder: string, given: Partial<Secrets>): Secrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secrets.json')
  const made: Secrets = {
    api_key: `sk_test_${randomText(32)}`,
    webhook_secret: `whsec_${randomText(32)}`,
    control_token: randomText(32),
  }
  try {
    writeFileSync(file, `${JSON.stringify(made)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const wanted = Object.entries(given).filter(([, value]) => value)
  return { ...kept, ...Object.fromEntries(wanted) }
}

export function isSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
