import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import { paths } from '#shared/paths.ts'
import { isPage } from './asked.ts'

/** Data is no document: nothing in it may load or run. */
const dataPolicy = "default-src 'none';frame-ancestors 'none'"

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Where Google's button is: these pages alone may load it, and its window may speak to them. */
const isGooglePage = (url: string) => [paths.login, paths.register].includes(url.split('?')[0] ?? '')
const google = 'https://accounts.google.com/gsi/'

type SecurityOptions = {
  secure: boolean
  inlineScripts: string[]
  /** Whether people can sign in by Google. */
  hasGoogle: boolean
}

/**
 * Nothing but the site's own files and the named inline scripts runs, and nobody frames it. HSTS only where the site
 * is served over https.
 */
export const security = fp<SecurityOptions>(async (app, { secure, inlineScripts, hasGoogle }) => {
  const directives = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inlineScripts.map(hashOf)],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(secure && { upgradeInsecureRequests: [] }),
  }
  const withGoogle = {
    ...directives,
    scriptSrc: [...directives.scriptSrc, `${google}client`],
    styleSrc: [...directives.styleSrc, `${google}style`],
    frameSrc: [google],
    connectSrc: ["'self'", google],
  }
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (!isPage(request.url)) reply.header('content-security-policy', dataPolicy)
    else if (hasGoogle && isGooglePage(request.url))
      reply.helmet({
        contentSecurityPolicy: { useDefaults: false, directives: withGoogle },
        crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      })
    next()
  })
})
