import { randomBytes } from 'node:crypto'
import type { Prisma } from '../database/db.ts'
import { addAccount } from './accounts.ts'

/** Reserved by RFC 2606: no mail can be sent there, and nobody can prove an address in it. */
const domain = 'accounts.invalid'

/**
 * Finds or adds, within a transaction, the account that speaks for the site under its name. Without a password and with
 * an address that nobody can guess or read, it cannot be signed in to.
 */
export const teamAccount =
  (site_name: string) =>
  async (transaction: Prisma.TransactionClient, created_at: Date): Promise<number> => {
    const known = await transaction.user.findFirst({
      where: { is_team: true },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    if (known) return known.id
    const mails = { activity_mail: 'none', moderation_mail: 'none' } as const
    const account = {
      email: `team-${randomBytes(6).toString('hex')}@${domain}`,
      language: 'en' as const,
      is_team: true,
      created_at,
    }
    const added = await addAccount(transaction, site_name, { ...account, ...mails }, [])
    if (!added) throw new Error('No address was free for the account of the team.')
    return added.id
  }
