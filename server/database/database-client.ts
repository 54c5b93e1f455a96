import { callbackify } from 'node:util'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { splitHosts } from '../settings/database-address.ts'
import { hostsOf } from './hosts.ts'
import type { Hosts } from './hosts.ts'

type ParameterStatus = { parameterName: string; parameterValue: string }

export class DatabaseClient extends Client {
  readonly #hosts: Hosts | null
  #isStandby = false

  constructor(config: ClientConfig = {}) {
    const { connectionString: url = '' } = config
    super({ ...config, connectionString: splitHosts(url)[0] ?? url })
    this.#hosts = hostsOf(url)
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }

  invalidateHost(): void {
    this.#hosts?.invalidate()
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const connecting: Promise<unknown> = this.#hosts ? this.#connectToPrimary(this.#hosts) : super.connect()
    if (!callback) return connecting.then(() => this)
    callbackify(() => connecting)((error) => callback(error))
  }

  async #connectToPrimary(hosts: Hosts): Promise<void> {
    const search = hosts.find()
    const { hostname, port } = new URL(await search)
    Object.assign(this, { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) || 5432 })
    try {
      await super.connect()
      if (this.#isStandby) throw new Error('The host changed between primary and standby.')
    } catch (error) {
      hosts.invalidate(search)
      void this.end().catch(() => {})
      throw error
    }
  }
}
