import { Client } from 'pg'
import { splitHosts } from '../settings/database-address.ts'

const probeTimeoutMs = 2_000

const describeSession = `
  SELECT pg_is_in_recovery() AS is_standby, current_setting('transaction_read_only')::boolean AS is_read_only,
         CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) ELSE '' END AS timeline`
type Session = { is_standby: boolean; is_read_only: boolean; timeline: string }

type FoundHost = { address: string; timeline: string }

async function probe(address: string): Promise<FoundHost> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  const { host } = new URL(address)
  try {
    await client.connect()
    const { rows } = await client.query<Session>(describeSession)
    const [session] = rows
    if (!session) throw new Error('it does not answer')
    if (session.is_standby) throw new Error('it is a standby')
    if (session.is_read_only) throw new Error('it accepts no writes')
    return { address, timeline: session.timeline }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new Error(`${host}: ${message || code}`, { cause: error })
  } finally {
    void client.end().catch(() => {})
  }
}

class Hosts {
  readonly #addresses: string[]
  #current: Promise<string> | undefined
  latest: string
  #timeline = ''

  constructor(url: string) {
    this.#addresses = splitHosts(url)
    this.latest = this.#addresses[0] ?? url
  }

  find(): Promise<string> {
    if (this.#current) return this.#current
    const search = this.#search()
    this.#current = search
    search.catch(() => this.invalidate(search))
    return search
  }

  invalidate(found = this.#current): void {
    if (this.#current === found) this.#current = undefined
  }

  /** Returns the writable host with the highest timeline, since a former primary would lose new writes. */
  async #search(): Promise<string> {
    const probes = await Promise.allSettled(this.#addresses.map(probe))
    const found = probes.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const [best] = found.toSorted((one, other) => other.timeline.localeCompare(one.timeline))
    if (best && best.timeline < this.#timeline)
      throw new Error(`${new URL(best.address).host} is a former primary: another host was promoted`)
    if (best) {
      this.#timeline = best.timeline
      return (this.latest = best.address)
    }
    const reasons = probes.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).message] : []))
    throw new Error(`no host of its address accepts writes (${reasons.join('; ')})`)
  }
}

const hostsByUrl = new Map<string, Hosts>()

export function hostsOf(url: string): Hosts | null {
  if (splitHosts(url).length === 1) return null
  const hosts = hostsByUrl.get(url) ?? new Hosts(url)
  hostsByUrl.set(url, hosts)
  return hosts
}
export type { Hosts }
