const parts = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/** One address for each host of what libpq takes, as in `postgresql://user:password@one:5432,other:5432/site`. */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = parts.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url]
}
