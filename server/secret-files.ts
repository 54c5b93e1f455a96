import { readFileSync } from 'node:fs'

type Given = Record<string, string | undefined>

function readSecret(path: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return text.trim() ? { text } : { problem: 'the file is empty' }
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

/**
 * A secret may be in a file that its name with `_FILE` tells, as orchestrators hand them over. A line break at its end is
 * not part of it. Answers what was given and read, and a sentence for each that cannot be had.
 */
export function readSecretFiles(given: Given, names: Iterable<string>): { given: Given; problems: string[] } {
  const read: Given = {}
  const problems: string[] = []
  for (const name of names) {
    const path = given[`${name}_FILE`]
    if (path === undefined) continue
    if (given[name] !== undefined) {
      problems.push(`The settings ${name} and ${name}_FILE are both set: leave one of them out.`)
      continue
    }
    const secret = readSecret(path)
    if ('text' in secret) read[name] = secret.text
    else problems.push(`The setting ${name}_FILE (${path.replaceAll(/\p{Cc}/gu, ' ')}) is wrong: ${secret.problem}.`)
  }
  return { given: { ...given, ...read }, problems }
}
