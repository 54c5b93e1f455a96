/** Characters, the limit of SMTP. */
export const maxEmailLength = 254

/** As the HTML standard has it in lower case, with a local part of at most 64 characters (RFC 5321) and a domain with a dot whose last label is no number. */
export const emailPattern =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/

/** Nothing else may reach the parser of URLs, which would take a port, a path or a percent sign for one. */
const isUnicodeDomain = (domain: string) => /\P{ASCII}/u.test(domain) && !/(?![A-Za-z\d.-])\p{ASCII}/u.test(domain)

function asciiDomain(domain: string): string {
  if (!isUnicodeDomain(domain)) return domain.toLowerCase()
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * The form in which an address is stored and compared: trimmed, in lower case, a Unicode domain in ASCII. What is no
 * address stays none. Only ASCII letters are lowered: K (Kelvin) is no k.
 */
export function normalizeEmail(text: string): string {
  const [local = '', domain = '', ...more] = text.trim().split('@')
  if (domain === '' || more.length > 0 || domain.length > maxEmailLength) return text.trim()
  return `${local.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())}@${asciiDomain(domain)}`
}
