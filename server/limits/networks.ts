import { isIP } from 'node:net'

/** Without the brackets and the port that some proxies send along. */
export function withoutPort(address: string): string {
  if (isIP(address) !== 0) return address
  const [, bracketed, dotted] = /^\[(.*?)\](?::\d+)?$|^(.*\d\.\d+):\d+$/.exec(address) ?? []
  return bracketed ?? dotted ?? address
}

/** 16 bits each: two of an IPv4 address at the end. */
function groupsIn(text: string): number[] {
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return part === '' ? [] : [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** The eight groups of an IPv6 address, without its zone. */
function groupsOf(address: string): number[] {
  const [left = [], right = []] = address.replace(/%.*/, '').split('::').map(groupsIn)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** What stands before an IPv4 address within an IPv6 one: mapped (RFC 4291), of NAT64 (RFC 6052), of 6to4 (RFC 3056). */
const carriers = ['0,0,0,0,0,ffff', '64,ff9b,0,0,0,0', '2002'].map((list) => list.split(','))

type Address = { ipv4: string } | { groups: string[] }

/** Null for a text that is no address. */
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

/** IPv4 whole, IPv6 /64; a text that is no address as it is. */
export function groupOf(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  return 'ipv4' in parsed ? parsed.ipv4 : prefixOf(parsed.groups, 4)
}

/** IPv4 /24, IPv6 /48: whoever rents many addresses has them in one. */
export function networkOf(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  return 'ipv4' in parsed ? parsed.ipv4.replace(/\.\d+$/, '.0/24') : prefixOf(parsed.groups, 3)
}
