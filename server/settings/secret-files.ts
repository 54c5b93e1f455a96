import { readFileSync } from 'node:fs'

type Environment = Record<string, string | undefined>

export const secretSettings: ReadonlySet<string> = new Set([
  'JWT_SECRET',
  'JWT_OLD_SECRETS',
  'SMTP_URL',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'METRICS_TOKEN',
])

function readSecret(path: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return text.trim() ? { text } : { problem: 'the file is empty' }
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/** Reads secrets from files named in `NAME_FILE` variables, without the last line break. */
export function readSecretFiles(
  environment: Environment,
  names: Iterable<string>,
): { environment: Environment; problems: string[] } {
  const read: Environment = {}
  const problems: string[] = []
  for (const name of names) {
    const path = environment[`${name}_FILE`]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      problems.push(`The settings ${name} and ${name}_FILE are both set: leave one of them out.`)
      continue
    }
    const secret = readSecret(path)
    if ('text' in secret) read[name] = secret.text
    else problems.push(`The setting ${name}_FILE (${path.replaceAll(/\p{Cc}/gu, ' ')}) is wrong: ${secret.problem}.`)
  }
  return { environment: { ...environment, ...read }, problems }
}
