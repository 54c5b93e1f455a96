import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Site } from '#shared/site.ts'

/** An address or a network, as in 10.0.0.0/8. */
const network = z
  .string()
  .refine((text) => isIP(text.split('/')[0] ?? '') !== 0, { error: 'is not an address or a network' })

const namesAndAddresses = 'must be names and addresses, as in X=https://x.com/name,GitHub=https://github.com/name'
const socialLinks = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim().split(/=(.*)/s)))
  .transform((entries) => entries.map(([name = '', url = '']) => ({ name: name.trim(), url: url.trim() })))
  .pipe(
    z.array(
      z.object({
        name: z.string().min(1, { error: namesAndAddresses }),
        url: z.url({ protocol: /^https?$/, error: namesAndAddresses }),
      }),
    ),
  )

/** What an operator may set in the environment; docs/operations.md says the same in a table. */
const Settings = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
    HOST: z.string().min(1).default('127.0.0.1'),
    /** 0 takes any free port. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** The base of every absolute link, without a slash at its end; never taken from the Host header. */
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    SITE_NAME: z.string().min(1).max(60).default('Promptory'),
    /** Who runs the site, for the footer, the legal pages and mails. */
    COMPANY_NAME: z.string().min(1).max(200).default('Promptory Labs, Inc.'),
    COMPANY_ADDRESS: z.string().min(1).max(400).default('1209 Sample Street, Wilmington, DE 19801, USA'),
    CONTACT_EMAIL: z.email().default('hello@promptory.test'),
    /** The profiles that the footer links to. */
    SOCIAL_LINKS: socialLinks.prefault(
      'X=https://x.com/promptory,LinkedIn=https://www.linkedin.com/company/promptory,YouTube=https://www.youtube.com/@promptory',
    ),
    /** simulated: pages show invented activity; off: they show none. */
    LIVE_FEED: z.enum(['simulated', 'off']).default('simulated'),
    /** Everything that the embedded default keeps. */
    DATA_DIR: z
      .string()
      .min(1)
      .default('.data')
      .transform((path) => resolve(path)),
    /** None: a PostgreSQL of our own is kept under DATA_DIR/postgres. */
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** Connections that one process opens for its requests. */
    DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
    /** Signs access tokens. None: made once and kept in DATA_DIR; production wants it said. */
    JWT_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    /** Former values of JWT_SECRET, separated by commas: what they signed counts until it expires. */
    JWT_OLD_SECRETS: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().min(32, { error: 'must have at least 32 characters each' })))
      .optional(),
    /** Where mails are handed over, as in smtps://user:password@mail.example.com. None: each becomes a file in DATA_DIR/outbox. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of mails: an address, or a name with one in angle brackets. None: the site at the contact's domain. */
    MAIL_FROM: z
      .string()
      .regex(/^(\P{Cc}*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
        error: 'must be an address, or a name with one in angle brackets',
      })
      .optional(),
    /** None: nobody signs in by Google, and no button is drawn. */
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    /** Where the keys of Google's tokens are fetched, as a JWKS. */
    GOOGLE_CERTS_URL: z.url({ protocol: /^https?$/ }).default('https://www.googleapis.com/oauth2/v3/certs'),
    /** Shares the counters of limits between instances. None: each counts for itself. */
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** off: nothing is limited, for load tests on the loopback alone. */
    LIMITS: z.enum(['on', 'off']).default('on'),
    /** Whether the forum asks for a confirmed address before somebody posts. */
    REQUIRE_CONFIRMED_EMAIL: z.stringbool().default(true),
    /** Whose X-Forwarded-For is believed: off, loopback, or addresses and networks separated by commas. */
    TRUST_PROXY: z
      .union(
        [
          z.enum(['off', 'loopback']),
          z
            .string()
            .transform((list) => list.split(',').map((entry) => entry.trim()))
            .pipe(z.array(network)),
        ],
        {
          error: 'must be off, loopback, or a list of addresses and networks',
        },
      )
      .default('off'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** none: an empty database stays empty. */
    SEED: z.enum(['starter', 'none']).default('starter'),
  })
  .transform((settings) => ({ ...settings, PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}` }))
  .refine((settings) => settings.NODE_ENV !== 'production' || settings.JWT_SECRET !== undefined, {
    path: ['JWT_SECRET'],
    error: 'must be set when NODE_ENV is production',
  })
  .refine((settings) => settings.LIMITS === 'on' || ['127.0.0.1', '::1', 'localhost'].includes(settings.HOST), {
    path: ['LIMITS'],
    error: 'may only be off where HOST is a loopback address',
  })
export type Settings = z.infer<typeof Settings>

/** What every page may know of the settings. */
export function siteOf(settings: Settings): Site {
  return {
    name: settings.SITE_NAME,
    url: settings.PUBLIC_URL,
    company: { name: settings.COMPANY_NAME, address: settings.COMPANY_ADDRESS, email: settings.CONTACT_EMAIL },
    social_links: settings.SOCIAL_LINKS,
    live_feed: settings.LIVE_FEED === 'simulated',
    google_client_id: settings.GOOGLE_CLIENT_ID ?? null,
  }
}

/** What went wrong before the server could serve, in a sentence for the operator: it is printed alone, without a stack. */
export class StartProblem extends Error {}

/** Never printed. */
const secrets = new Set(['JWT_SECRET', 'JWT_OLD_SECRETS', 'SMTP_URL', 'REDIS_URL', 'DATABASE_URL'])

/** An unset variable and an empty one are the same: the default. Throws StartProblem naming what is wrong. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return `The setting ${name}${name in given && !secrets.has(name) ? ` (${given[name]})` : ''} is wrong: ${issue.message}.`
  })
  throw new StartProblem(sentences.join(' '))
}
