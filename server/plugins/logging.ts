import type { FastifyServerOptions } from 'fastify'
import type { Settings } from '../settings.ts'

/**
 * JSON lines without personal data: no address of a person, no headers, no query. A request is logged when it fails
 * (error, with its id) or, at level debug, when it is done.
 */
export function logging({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>): FastifyServerOptions['logger'] {
  if (LOG_LEVEL === 'silent') return false
  return {
    level: LOG_LEVEL,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request) => ({ id: request.id, method: request.method, path: request.url.split('?')[0] }),
    },
  }
}
