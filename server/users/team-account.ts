import { randomBytes } from 'node:crypto'
import type { Prisma } from '../database/db.ts'
import { addAccount } from './accounts.ts'

/** Reserved by RFC 2606: receives no mail, and nobody can prove an address in it. */
const domain = 'accounts.invalid'

/** Finds or adds the site's own account. Without a password and a real address, nobody can sign in to it. */
export const ensureTeamAccount =
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
    if (!added) throw new Error('No free e-mail address was found for the account of the team.')
    return added.id
  }
