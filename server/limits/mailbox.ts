import { normalizeEmail } from '#shared/users/email.ts'

/** The mailbox behind an address, whichever way it is written: dots and what follows a plus lead to the same one at Gmail, the latter everywhere. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  const [name = ''] = local.split('+')
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
