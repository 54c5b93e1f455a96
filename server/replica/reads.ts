import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isStaff } from '#shared/users/rights.ts'
import { databaseUrl, setReadReplica } from '../database/db.ts'
import { bearerToken } from '../http/request-target.ts'
import { hasJustWritten, rememberWrites } from '../http/recent-write.ts'
import type { Settings } from '../settings/settings.ts'
import { findOrigin, Replica } from './replica.ts'

/** A search finds what the team changes; what others write it finds once a moderator has looked. */
const isMemberSearch = ({ viewer, routeOptions }: FastifyRequest) =>
  viewer !== null && !isStaff(viewer) && routeOptions.config.limit === 'search'

/** Whoever has just written something reads it from the database itself. */
const mayLag = (request: FastifyRequest): boolean =>
  !hasJustWritten(request) && (bearerToken(request.headers) === undefined || isMemberSearch(request))

declare module 'fastify' {
  interface FastifyInstance {
    /** Only where one is set. */
    replica?: Replica
  }
}

/** Reads what may be a little older from a streaming replica, wherever that is there. */
export const replicaReads = fp<{ settings: Settings }>(
  async (app, { settings }) => {
    const { DATABASE_REPLICA_URL = '', DATABASE_POOL, PUBLIC_URL } = settings
    await rememberWrites(app, PUBLIC_URL)
    const replica = new Replica(DATABASE_REPLICA_URL, DATABASE_POOL, await findOrigin(databaseUrl), app.log)
    app.decorate('replica', replica)
    app.dependencies.set('replica', () => replica.isUp)
    app.invalidations
      // What is made anew from now on may not be of before.
      .on('announced', (_tags, position) => (position === null ? replica.suspend() : replica.require(position)))
      .on('position', (position, requestedAt) => replica.passed(position, requestedAt))
      .on('connected', () => replica.suspend())
      .on('disconnected', () => replica.suspend())
    const chosen = new AsyncLocalStorage<true>()
    setReadReplica({ isChosen: () => chosen.getStore() === true, read: (query) => replica.read(query) })
    Object.assign(app.readRouting, {
      run: <Result>(request: FastifyRequest, callback: () => Promise<Result>) =>
        mayLag(request) ? chosen.run(true, callback) : callback(),
      freshnessOf: (request: FastifyRequest) => (mayLag(request) ? 'any' : 'fresh'),
    })
    app.addHook('onClose', async () => {
      setReadReplica(null)
      await replica.close()
    })
  },
  { name: 'replica', dependencies: ['invalidations', 'public-reads'] },
)
