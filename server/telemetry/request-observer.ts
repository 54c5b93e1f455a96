import fp from 'fastify-plugin'
import { methodLabel } from '../http/request-counts.ts'
import { MemberActivity } from './activity.ts'

const metadata = { name: 'watch', dependencies: ['request', 'request-log', 'metrics'] }

export const observeRequests = fp<{ logsAll: boolean }>((app, { logsAll }, done) => {
  const members = new MemberActivity()
  app.addHook('onResponse', (request, reply, next) => {
    if (request.viewer) members.note(request.viewer.id)
    if (!request.isServedFromCache) {
      const [method, route] = [methodLabel(request), app.requestCounts.routeOf(request)]
      app.requestCounts.of(method, route, reply.statusCode).value++
      const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
      if (!isStream) app.requestDurations.observe({ method, route }, reply.elapsedTime / 1_000)
    }
    if (logsAll || reply.statusCode >= 500) app.logResponse(request, reply)
    next()
  })
  app.addHook('onClose', () => members.flush())
  done()
}, metadata)
