import { randomBytes } from 'node:crypto'
import type { Prisma } from '../database/db.ts'
import { addAccount } from './accounts.ts'

/** Reserved domain (RFC 2606). It receives no mail, so nobody can prove an address in it. */
const domain = 'accounts.invalid'

/** Returns the site's own account, or adds it. Nobody can sign in: it has no password and no real address. */
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
