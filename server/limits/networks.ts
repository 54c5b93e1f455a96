/** Of an IPv4 address in IPv6's shape, or with the port that some proxies tell of each connection, the address alone. */
const ipv4Of = (address: string) => /^(?:[\d:]*:ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address)?.[1] ?? address

function ipv6Prefix(address: string, groups: number): string {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const middle = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const prefix = [...left, ...middle, ...right].slice(0, groups)
  return `${prefix.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/${groups * 16}`
}

export function groupOf(address: string): string {
  const plain = ipv4Of(address)
  return plain.includes(':') ? ipv6Prefix(plain, 4) : plain
}

/** IPv4 /24, IPv6 /48: whoever rents many addresses has them in one. */
export function networkOf(address: string): string {
  const plain = ipv4Of(address)
  return plain.includes(':') ? ipv6Prefix(plain, 3) : plain.replace(/\.\d+$/, '.0/24')
}
