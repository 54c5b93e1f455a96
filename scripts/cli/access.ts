import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { highestTier } from '#shared/tier.ts'
import { changeMember } from '../../server/admin/member.ts'
import { db } from '../../server/database/db.ts'
import { StartProblem } from '../../server/settings/settings.ts'
import { addVerb, addWritingVerb, emailOption, parseTier, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { getEditedMember, getUser, withMigratedDatabase } from './migrated-database.ts'

type Gift = CommandOptions & { email: string; tier?: number; plan?: string; until?: Date }

const examples = `
Examples:
  npm run cli -- access give --email ana@example.com --plan premium --until 2027-01-31
  npm run cli -- access give --email ana@example.com --tier 1 --dry-run
  npm run cli -- access take --email ana@example.com
  npm run cli -- access list`

const dayMs = 86_400_000

/** Parses a time, or a date as the end of that day in UTC. */
function parseUntil(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const moment = new Date(Date.parse(text) + (isDate ? dayMs : 0))
  if (!(isDate || isMoment) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('Expected a date like 2027-01-31 or a time like 2027-01-31T12:00:00Z.')
  if (moment.getTime() <= Date.now()) throw new InvalidArgumentError('This time has passed.')
  return moment
}

async function tierOf({ tier, plan }: Gift): Promise<number> {
  if (plan === undefined) return tier ?? 0
  const plans = await db.plan.findMany({ select: { slug: true, tier: true }, orderBy: { position: 'asc' } })
  const found = plans.find(({ slug }) => slug === plan)
  if (found) return found.tier
  throw new StartProblem(`There is no plan ${plan}. The plans are ${plans.map(({ slug }) => slug).join(', ')}.`)
}

const endOf = (expires_at: Date | null) => (expires_at ? `until ${expires_at.toISOString()}` : 'without end')

type Granted = { granted_tier: number; granted_until: string | null }

type Recipient = CommandOptions & { email: string }
/** Returns the former grant. */
async function grant({ email, dryRun }: Recipient, granted: Granted): Promise<Granted> {
  const { item, key } = await getEditedMember(email)
  const { role, granted_reason } = item
  if (!dryRun) await changeMember(key, { role, granted_reason, ...granted })
  return item
}

async function give(gift: Gift) {
  const { email, until, dryRun = false } = gift
  if ((gift.tier === undefined) === (gift.plan === undefined)) throw new StartProblem('Give either --tier or --plan.')
  await withMigratedDatabase(async () => {
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
  await withMigratedDatabase(async () => {
    const former = await grant(person, { granted_tier: 0, granted_until: null })
    const hadTier = former.granted_tier > 0
    const done = dryRun ? 'Would remove' : 'Removed'
    printResult(person, hadTier ? `${done} the granted access of ${email}.` : `${email} has no granted access.`, {
      email,
      taken: hadTier,
      dry_run: dryRun,
    })
  })
}

async function list({ email, ...options }: CommandOptions & { email?: string }) {
  await withMigratedDatabase(async () => {
    const who = email === undefined ? { source: 'granted' as const } : { user_id: (await getUser(email)).id }
    const rows = await db.access.findMany({
      where: who,
      select: { source: true, tier: true, expires_at: true, user: { select: { email: true } } },
      orderBy: [{ user: { email: 'asc' } }, { source: 'asc' }],
    })
    const access = rows.map(({ user, ...row }) => ({ email: user.email, ...row }))
    const lines = access.map((row) => `${row.email}  tier ${row.tier}  ${row.source}  ${endOf(row.expires_at)}`)
    printResult(options, lines.length > 0 ? lines.join('\n') : 'No access found.', { access })
  })
}

export function addAccessCommands(program: Command): void {
  const access = program
    .command('access')
    .description('Grants tiers to accounts. A member has the higher of the granted and the subscribed tier.')
  addWritingVerb(access, 'give', 'Grants a tier to an account. Replaces an earlier grant.')
    .addOption(emailOption().makeOptionMandatory())
    .option('--tier <number>', `tier from 0 to ${highestTier}`, parseTier)
    .option('--plan <slug>', 'grant the tier of this plan')
    .option('--until <date>', 'last day in UTC, or a time; without end if omitted', parseUntil)
    .addHelpText('after', examples)
    .action(give)
  addWritingVerb(access, 'take', 'Removes the granted tier of an account. A subscription is not changed.')
    .addOption(emailOption().makeOptionMandatory())
    .addHelpText('after', examples)
    .action(take)
  addVerb(
    access,
    'list',
    'Lists granted tiers. With --email, lists all access of that account, including expired access.',
  )
    .addOption(emailOption())
    .addHelpText('after', examples)
    .action(list)
}
