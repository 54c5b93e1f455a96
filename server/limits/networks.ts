import { isIP } from 'node:net'

export function withoutPort(address: string): string {
  if (isIP(address) !== 0) return address
  const [, bracketed, dotted] = /^\[(.*?)\](?::\d+)?$|^(.*\d\.\d+):\d+$/.exec(address) ?? []
  return bracketed ?? dotted ?? address
}

function groupsIn(text: string): number[] {
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return part === '' ? [] : [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function groupsOf(address: string): number[] {
  const [left = [], right = []] = address.replace(/%.*/, '').split('::').map(groupsIn)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** Prefixes of IPv6 addresses that contain an IPv4 address: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056). */
const carriers = ['0,0,0,0,0,ffff', '64,ff9b,0,0,0,0', '2002'].map((list) => list.split(','))

type Address = { ipv4: string } | { groups: string[] }

function parse(text: string): Address | null {
  const address = withoutPort(text)
  const version = isIP(address)
  if (version === 0) return null
  if (version === 4) return { ipv4: address }
  const numbers = groupsOf(address)
  const groups = numbers.map((group) => group.toString(16))
  const carrier = carriers.find((start) => start.every((group, at) => groups[at] === group))
  if (!carrier) return { groups }
  const bytes = numbers.slice(carrier.length, carrier.length + 2).flatMap((group) => [group >> 8, group & 255])
  return { ipv4: bytes.join('.') }
}

const prefixOf = (groups: string[], length: number) => `${groups.slice(0, length).join(':')}::/${length * 16}`

/** Returns an IPv4 address, or the /64 of an IPv6 address. Text that is no address is returned unchanged. */
export function addressGroupOf(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  return 'ipv4' in parsed ? parsed.ipv4 : prefixOf(parsed.groups, 4)
}

/** Returns the /24 of an IPv4 or /48 of an IPv6 address: one customer's rented addresses are in one network. */
export function networkOf(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  return 'ipv4' in parsed ? parsed.ipv4.replace(/\.\d+$/, '.0/24') : prefixOf(parsed.groups, 3)
}
