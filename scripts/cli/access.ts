import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { highestTier, Tier } from '#shared/tier.ts'
import { Email } from '#shared/users/schema.ts'
import { changeMember, getMember } from '../../server/admin/member.ts'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, parsedBy, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { getUser, withTables } from './tables.ts'

type Gift = CommandOptions & { email: string; tier?: number; plan?: string; until?: Date }

const examples = `
Examples:
  npm run cli -- access give --email ana@example.com --plan premium --until 2027-01-31
  npm run cli -- access give --email ana@example.com --tier 1 --dry-run
  npm run cli -- access take --email ana@example.com
  npm run cli -- access list`

const dayMs = 86_400_000

/** A date counts to its end, in UTC. */
function parseUntil(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const moment = new Date(Date.parse(text) + (isDate ? dayMs : 0))
  if (!(isDate || isMoment) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('It takes a date as 2027-01-31, or a moment as 2027-01-31T12:00:00Z.')
  if (moment.getTime() <= Date.now()) throw new InvalidArgumentError('It has passed.')
  return moment
}

const parseWholeTier = parsedBy(Tier, `It takes a whole number from 0 to ${highestTier}.`)
const parseTier = (text: string) => parseWholeTier(/^\d+$/.test(text) ? Number(text) : text)
const parseEmail = parsedBy(Email, 'It takes an address.')

async function tierOf({ tier, plan }: Gift): Promise<number> {
  if (plan === undefined) return tier ?? 0
  const plans = await db.plan.findMany({ select: { slug: true, tier: true }, orderBy: { position: 'asc' } })
  const found = plans.find(({ slug }) => slug === plan)
  if (found) return found.tier
  throw new StartProblem(`There is no plan ${plan}: it is one of ${plans.map(({ slug }) => slug).join(', ')}.`)
}

const endOf = (expires_at: Date | null) => (expires_at ? `until ${expires_at.toISOString()}` : 'without an end')

type Granted = { granted_tier: number; granted_until: string | null }

type Recipient = CommandOptions & { email: string }
/** Answers what was given before. */
async function grant({ email, dryRun }: Recipient, granted: Granted): Promise<Granted> {
  const { item, etag } = await getMember((await getUser(email)).id)
  const { id, role, granted_reason } = item
  if (!dryRun) await changeMember({ id, if_match: etag, editor: { id: null } }, { role, granted_reason, ...granted })
  return item
}

async function give(gift: Gift) {
  const { email, until, dryRun = false } = gift
  if ((gift.tier === undefined) === (gift.plan === undefined)) throw new StartProblem('Say either --tier or --plan.')
  await withTables(async () => {
    const granted = { tier: await tierOf(gift), expires_at: until ?? null }
    await grant(gift, { granted_tier: granted.tier, granted_until: granted.expires_at?.toISOString() ?? null })
    printResult(
      gift,
      `${dryRun ? `Would give ${email}` : `${email} has`} tier ${granted.tier} ${endOf(granted.expires_at)}.`,
      { email, ...granted, dry_run: dryRun },
    )
  })
}

async function take(person: Recipient) {
  const { email, dryRun = false } = person
  await withTables(async () => {
    const former = await grant(person, { granted_tier: 0, granted_until: null })
    const hadTier = former.granted_tier > 0
    const done = dryRun ? 'Would take back' : 'Took back'
    printResult(person, hadTier ? `${done} what ${email} was given.` : `${email} was given nothing.`, {
      email,
      taken: hadTier,
      dry_run: dryRun,
    })
  })
}

async function list({ email, ...options }: CommandOptions & { email?: string }) {
  await withTables(async () => {
    const who = email === undefined ? { source: 'granted' as const } : { user_id: (await getUser(email)).id }
    const rows = await db.access.findMany({
      where: who,
      select: { source: true, tier: true, expires_at: true, user: { select: { email: true } } },
      orderBy: [{ user: { email: 'asc' } }, { source: 'asc' }],
    })
    const access = rows.map(({ user, ...row }) => ({ email: user.email, ...row }))
    const lines = access.map((row) => `${row.email}  tier ${row.tier}  ${row.source}  ${endOf(row.expires_at)}`)
    printResult(options, lines.length > 0 ? lines.join('\n') : 'There is none.', { access })
  })
}

const emailOption = () => new Option('--email <address>', 'whose account it is').argParser(parseEmail)

export function addAccessCommands(program: Command): void {
  const access = program
    .command('access')
    .description('What an operator gives beside what subscriptions give: the higher one counts.')
  addWritingVerb(access, 'give', 'Gives an account a tier, in place of what it was given before.')
    .addOption(emailOption().makeOptionMandatory())
    .option('--tier <number>', `from 0 to ${highestTier}`, parseTier)
    .option('--plan <slug>', 'the tier of that plan')
    .option('--until <date>', 'to its end in UTC, or a moment; without an end where it is left out', parseUntil)
    .addHelpText('after', examples)
    .action(give)
  addWritingVerb(access, 'take', 'Takes back what an account was given; what it subscribes to stays.')
    .addOption(emailOption().makeOptionMandatory())
    .addHelpText('after', examples)
    .action(take)
  addVerb(access, 'list', 'Lists what was given, or of one account what it has, also what has ended.')
    .addOption(emailOption())
    .addHelpText('after', examples)
    .action(list)
}
