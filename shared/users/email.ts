export const maxEmailLength = 254 // characters, by SMTP

/** HTML's pattern of an address, in lower case, with at most 64 characters before the @ and a dot in the domain. */
export const emailPattern =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/

/** True for a domain with other letters than ASCII. The URL parser would read other signs as port or path. */
const isUnicodeDomain = (domain: string) => /\P{ASCII}/u.test(domain) && !/(?![A-Za-z\d.-])\p{ASCII}/u.test(domain)

function asciiDomain(domain: string): string {
  if (!isUnicodeDomain(domain)) return domain.toLowerCase()
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Returns the canonical address: trimmed, in lower case, domain in ASCII. The Kelvin sign does not become a k. */
export function normalizeEmail(text: string): string {
  const [local = '', domain = '', ...more] = text.trim().split('@')
  if (domain === '' || more.length > 0 || domain.length > maxEmailLength) return text.trim()
  return `${local.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())}@${asciiDomain(domain)}`
}
