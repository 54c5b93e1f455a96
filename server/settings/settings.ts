import { resolve } from 'node:path'
import { z } from 'zod'
import type { Site } from '#shared/site/schema.ts'
import { readSecretFiles, secretSettings } from './secret-files.ts'
import {
  databaseAddress,
  email,
  isForeignMailbox,
  singleLine,
  network,
  origin,
  socialLinks,
  wholeNumberText,
} from './formats.ts'

const Settings = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
    HOST: singleLine.default('127.0.0.1'),
    PORT: wholeNumberText.pipe(z.number().max(65_535)).default(3000),
    /** Public URL without a trailing slash. The site never uses the Host header instead. */
    PUBLIC_URL: origin.optional(),
    HSTS_SUBDOMAINS: z.stringbool().default(true),
    SITE_NAME: singleLine.max(60).default('Promptory'),
    COMPANY_NAME: singleLine.max(200).default('Promptory Labs, Inc.'),
    COMPANY_ADDRESS: singleLine.max(400).default('1209 Sample Street, Wilmington, DE 19801, USA'),
    CONTACT_EMAIL: email.default('hello@promptory.test'),
    SOCIAL_LINKS: socialLinks.prefault(
      'X=https://x.com/promptory,LinkedIn=https://www.linkedin.com/company/promptory,YouTube=https://www.youtube.com/@promptory',
    ),
    SEARCH_ENGINES: z.enum(['on', 'off']).default('on'),
    LIVE_FEED: z.enum(['simulated', 'off']).default('simulated'),
    DATA_DIR: singleLine.default('.data').transform((path) => resolve(path)),
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_DIRECT_URL: databaseAddress.optional(),
    DATABASE_POOL: wholeNumberText.pipe(z.number().min(1).max(500)).default(10),
    JWT_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    JWT_OLD_SECRETS: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().min(32, { error: 'must have at least 32 characters each' })))
      .optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an address as in smtps://mail.example.com' })
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^(\P{Cc}*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
        error: 'must be an address, or a name with one in angle brackets',
      })
      .optional(),
    MAILS_PER_SECOND: wholeNumberText.pipe(z.number().max(10_000)).default(0),
    GOOGLE_CLIENT_ID: singleLine.optional(),
    /** `off`: plans are shown, but buying fails with 503. `sandbox`: STRIPE_API_BASE is the payment sandbox. */
    PAYMENTS: z.enum(['on', 'sandbox', 'off']).default('on'),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_(org_)?(test|live)_\w+$/, { error: 'must be a secret or restricted key, as in sk_live_…' })
      .optional(),
    /** Account id. Stripe requires one with the key of an organization. */
    STRIPE_CONTEXT: z
      .string()
      .regex(/^acct_\w+(\/acct_\w+)*$/, { error: 'must be the id of an account, as in acct_…' })
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(z.string().regex(/^whsec_\S+$/, { error: 'must be a signing secret, as in whsec_…' })))
      .optional(),
    STRIPE_API_BASE: origin.default('https://api.stripe.com'),
    STRIPE_AUTOMATIC_TAX: z.stringbool().default(false),
    STRIPE_PROMOTION_CODES: z.stringbool().default(false),
    STRIPE_PAYMENT_METHODS: z.enum(['cards', 'all']).default('cards'),
    STRIPE_TERMS_CONSENT: z.stringbool().default(false),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/, hostname: /./, error: 'must be an address as in redis://localhost:6379' })
      .optional(),
    LIMITS: z.enum(['on', 'off']).default('on'),
    REQUIRE_CONFIRMED_EMAIL: z.stringbool().default(true),
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
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]+$/, { error: 'must consist of visible ASCII characters, without spaces' })
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
    SEED: z.enum(['starter', 'none']).default('starter'),
  })
  .transform((settings) => ({ ...settings, PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}` }))
  .refine((settings) => settings.NODE_ENV !== 'production' || settings.JWT_SECRET !== undefined, {
    path: ['JWT_SECRET'],
    error: 'must be set if NODE_ENV is production',
  })
  .refine(
    ({ NODE_ENV, PAYMENTS, STRIPE_SECRET_KEY }) =>
      NODE_ENV !== 'production' || PAYMENTS !== 'on' || STRIPE_SECRET_KEY !== undefined,
    { path: ['STRIPE_SECRET_KEY'], error: 'must be set if NODE_ENV is production, unless PAYMENTS is off or sandbox' },
  )
  .refine((settings) => settings.STRIPE_SECRET_KEY === undefined || settings.STRIPE_WEBHOOK_SECRET !== undefined, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: 'must be set if STRIPE_SECRET_KEY is: webhooks are verified with it',
  })
  .refine(
    ({ STRIPE_SECRET_KEY, STRIPE_CONTEXT }) => !STRIPE_SECRET_KEY?.includes('_org_') || STRIPE_CONTEXT !== undefined,
    {
      path: ['STRIPE_CONTEXT'],
      error: 'must be set to the selling account, as in acct_…, if STRIPE_SECRET_KEY belongs to an organization',
    },
  )
  .refine(
    ({ PAYMENTS, STRIPE_SECRET_KEY = '' }) => PAYMENTS !== 'sandbox' || !/^.k_(org_)?live_/.test(STRIPE_SECRET_KEY),
    {
      path: ['STRIPE_SECRET_KEY'],
      error: 'must be a test key, as in sk_test_…, if PAYMENTS is sandbox',
    },
  )
  .refine(({ MAIL_FROM = '', SMTP_URL }) => !isForeignMailbox(MAIL_FROM, SMTP_URL), {
    path: ['MAIL_FROM'],
    error: 'must be an address of your own domain: only the servers of this provider may send for its mailboxes',
  })
  .refine((settings) => settings.DATABASE_DIRECT_URL === undefined || settings.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    error: 'requires DATABASE_URL, which must be the address of a pooler',
  })
  .refine((settings) => settings.LIMITS === 'on' || ['127.0.0.1', '::1', 'localhost'].includes(settings.HOST), {
    path: ['LIMITS'],
    error: 'may be off only if HOST is a loopback address',
  })
export type Settings = z.infer<typeof Settings>
export const settingNames: readonly string[] = Object.keys(Settings.in.shape)

/** Sender address of all mails. Admins cannot change it, since SPF and DKIM are set up for its domain. */
export const senderAddress = ({ MAIL_FROM, CONTACT_EMAIL }: Pick<Settings, 'MAIL_FROM' | 'CONTACT_EMAIL'>): string =>
  MAIL_FROM?.replace(/^.*<|>$/g, '') ?? CONTACT_EMAIL.replace(/^.*@/, 'no-reply@')

/** Returns the site as the environment defines it, without the changes of admins (see `CurrentSite`). */
export function siteFromSettings(settings: Settings): Site {
  return {
    name: settings.SITE_NAME,
    url: settings.PUBLIC_URL,
    company: { name: settings.COMPANY_NAME, address: settings.COMPANY_ADDRESS, email: settings.CONTACT_EMAIL },
    social_links: settings.SOCIAL_LINKS,
    pages: [],
    legal_pages: [],
    brand_color: null,
    logo: null,
    card: null,
    legal_dates: { terms: '2025-10-08', privacy: '2025-10-08' },
    live_feed: settings.LIVE_FEED === 'simulated',
    asks_confirmed_email: settings.REQUIRE_CONFIRMED_EMAIL,
    adds_tax: settings.STRIPE_AUTOMATIC_TAX,
    takes_codes: settings.STRIPE_PROMOTION_CODES,
    google_client_id: settings.GOOGLE_CLIENT_ID ?? null,
    payments: settings.STRIPE_SECRET_KEY ? settings.PAYMENTS : 'off',
  }
}

export class StartProblem extends Error {}

export function listenProblem({ HOST, PORT }: Settings, error: NodeJS.ErrnoException): StartProblem {
  return new StartProblem(
    error.code === 'EADDRINUSE'
      ? `Port ${PORT} of ${HOST} is in use: stop the other program, or set PORT.`
      : `The server cannot listen on ${HOST}:${PORT}: ${error.message}.`,
  )
}

const untrimmedSettings = new Set(['DATA_DIR', 'JWT_SECRET'])

/** Parses the environment. A blank variable counts as unset. Throws StartProblem. */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  const named = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const { environment: read, problems } = readSecretFiles(named, secretSettings)
  if (problems.length > 0) throw new StartProblem(problems.join(' '))
  const values = Object.fromEntries(
    Object.entries(read).map(([name, value]) => [name, untrimmedSettings.has(name) ? value : value?.trim()]),
  )
  const parsed = Settings.safeParse(values)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0])
    return `The setting ${name}${name in values && !secretSettings.has(name) ? ` (${values[name]?.replaceAll(/\p{Cc}/gu, ' ')})` : ''} is wrong: ${issue.message}.`
  })
  throw new StartProblem([...new Set(sentences)].join(' '))
}
