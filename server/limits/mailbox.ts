import { normalizeEmail } from '#shared/users/email.ts'

/** Returns one form for all addresses of a mailbox: without a plus suffix, and at Gmail without dots. */
export function canonicalMailboxOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  const [name = ''] = local.split('+')
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
