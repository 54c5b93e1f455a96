export const maxEmailLength = 254 // characters, by SMTP

/** HTML's pattern in lower case, with up to 64 characters before the @ (RFC 5321), and a domain with a dot. */
export const emailPattern =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/

/** Only letters, digits, dots and hyphens: the URL parser would read a port or path. */
const isUnicodeDomain = (domain: string) => /\P{ASCII}/u.test(domain) && !/(?![A-Za-z\d.-])\p{ASCII}/u.test(domain)

function asciiDomain(domain: string): string {
  if (!isUnicodeDomain(domain)) return domain.toLowerCase()
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Canonical form: trimmed, lower case, domain in ASCII. Lowers only ASCII letters: the Kelvin sign is not a k. */
export function normalizeEmail(text: string): string {
  const [local = '', domain = '', ...more] = text.trim().split('@')
  if (domain === '' || more.length > 0 || domain.length > maxEmailLength) return text.trim()
  return `${local.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())}@${asciiDomain(domain)}`
}
