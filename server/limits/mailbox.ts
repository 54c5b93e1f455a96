import { normalizeEmail } from '#shared/users/email.ts'

/** Removes a plus suffix, and at Gmail dots: such addresses share a mailbox. */
export function canonicalMailboxOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  const [name = ''] = local.split('+')
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
