import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { joinDatabase } from '../../server/embedded/ensure-database.ts'
import { normalizeTexts } from '#shared/texts.ts'
import { highestTier, Tier } from '#shared/tier.ts'
import { Email } from '#shared/users/schema.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'

export type CommandOptions = { json?: true; dryRun?: true }

let isWriting = false
/** True unless the current command only reads or is a dry run. */
export const mayWrite = () => isWriting

export function addVerb(noun: Command, name: string, description: string): Command {
  return noun
    .command(name)
    .description(description)
    .option('--json', 'print one JSON document instead of text (use npm run -s to silence npm)')
    .hook('preAction', (verb) => {
      isWriting = verb.options.some(({ long }) => long === '--dry-run') && !verb.opts<CommandOptions>().dryRun
    })
}

export function addWritingVerb(noun: Command, name: string, description: string): Command {
  return addVerb(noun, name, description).option('--dry-run', 'show what would be done, without doing it')
}

export function parsedBy<Value>(
  schema: { safeParse: (value: unknown) => { success: boolean; data?: Value } },
  expected: string,
): (value: unknown) => Value {
  return (value) => {
    const { success, data } = schema.safeParse(normalizeTexts(value))
    if (!success) throw new InvalidArgumentError(expected)
    return data as Value
  }
}

export function printResult({ json }: CommandOptions, sentence: string, result: object): void {
  console.log(json ? JSON.stringify(result) : sentence)
}

export async function withDatabase<Result>(callback: (url: string) => Promise<Result>): Promise<Result> {
  const { url, release, hasEnded } = await joinDatabase(parseSettings(process.env))
  try {
    return await callback(url)
  } catch (error) {
    if (!(await hasEnded?.())) throw error
    throw new StartProblem(
      'The database stopped during the command, probably because its server stopped. Run the command again.',
    )
  } finally {
    await release()
  }
}

export const emailOption = () =>
  new Option('--email <address>', 'e-mail address of the account').argParser(
    parsedBy(Email, 'Expected an e-mail address.'),
  )

const parseWholeTier = parsedBy(Tier, `Expected a whole number from 0 to ${highestTier}.`)
export const parseTier = (text: string) => parseWholeTier(/^\d+$/.test(text) ? Number(text) : text)

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number above 0.')
  return Number(text)
}
