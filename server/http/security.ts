import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { googlePages, paths } from '#shared/paths.ts'
import { requestTargetOf } from './request-target.ts'

const dataPolicy = "default-src 'none';frame-ancestors 'none'"

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const isGooglePage = (pathname: string) => googlePages.includes(pathname)
const tokenPages: string[] = [
  paths.resetPassword,
  paths.confirmEmail,
  paths.google,
  paths.invitation,
  paths.cancel,
  notificationPaths.unsubscribe(),
]
const isTokenPage = (pathname: string) => tokenPages.includes(pathname)
const google = 'https://accounts.google.com/gsi/'

export const strictTransportOf = (secure: boolean, withSubdomains: boolean) =>
  secure ? `max-age=31536000${withSubdomains ? '; includeSubDomains' : ''}` : null

/** Policy that denies browser features which no page uses, so that injected scripts cannot use them. */
export const permissionsPolicy = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

type SecurityOptions = {
  secure: boolean
  strictTransport: string | null
  inlineScripts: string[]
  hasGoogle: boolean
}

const metadata = { name: 'security' }

export const security = fp<SecurityOptions>(async (app, { secure, strictTransport, inlineScripts, hasGoogle }) => {
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
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  app.addHook('onRequest', (request, reply, next) => {
    const { isApi, pathname } = requestTargetOf(request.raw)
    if (strictTransport !== null) reply.header('strict-transport-security', strictTransport)
    reply.header('permissions-policy', permissionsPolicy)
    if (isApi) reply.header('content-security-policy', dataPolicy)
    else if (hasGoogle && isGooglePage(pathname))
      reply.helmet({
        contentSecurityPolicy: { useDefaults: false, directives: withGoogle },
        crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      })
    if (isTokenPage(pathname)) reply.header('referrer-policy', 'no-referrer')
    next()
  })
}, metadata)
