export type DatabaseRole = 'primary' | 'standby'

const roles: Record<string, DatabaseRole> = { 'read-write': 'primary', primary: 'primary', standby: 'standby' }
const parts = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/** One address for each host of what libpq takes, as in `postgresql://user:password@one:5432,other:5432/site`. */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = parts.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url]
}

/** Which of several hosts is meant; null where `target_session_attrs` is something else. */
export function roleOf(url: string): DatabaseRole | null {
  const attributes = new URL(addressesOf(url)[0] ?? url).searchParams.get('target_session_attrs')
  return attributes === null ? 'primary' : (roles[attributes] ?? null)
}
