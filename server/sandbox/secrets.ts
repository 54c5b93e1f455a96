import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = { api_key: string; webhook_secret: string; control_token: string }

/** Reads the secrets, or creates them in a file with mode 0600. `overrides` take precedence. */
export function readSecrets(
  folder: string,
  overrides: { [Name in keyof Secrets]?: Secrets[Name] | undefined },
): Secrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secrets.json')
  const made: Secrets = {
    api_key: `sk_test_${randomBytes(16).toString('hex')}`,
    webhook_secret: `whsec_${randomBytes(16).toString('hex')}`,
    control_token: randomBytes(16).toString('hex'),
  }
  try {
    writeFileSync(file, `${JSON.stringify(made)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const nonEmpty = Object.entries(overrides).filter(([, value]) => value)
  return { ...stored, ...Object.fromEntries(nonEmpty) }
}

export function isSecret(candidate: string, expected: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
