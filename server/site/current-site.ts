import type { Announcement, Site } from '#shared/site/schema.ts'
import type { SiteSettings } from '#shared/site/settings.ts'
import { wildcardTag, cacheTags } from '../cache/cache-tags.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { mailLogoOf } from './mail-logo.ts'
import type { MailSite } from '../mail/letter.ts'
import { listLegalPages, listSitePageLinks } from './site-pages.ts'
import { readSiteSettings } from './site-settings.ts'
import { siteStylesOf } from './site-styles.ts'
import type { SiteStyles } from './site-styles.ts'

const retryMs = 1_000
const longestWaitMs = 3_600_000 // maximum wait for a timer: timers end after 24 days, and the clock may change

/** Merges the admins' settings with those of the environment. The admins' come first. */
export function applySiteSettings(defaults: Site, settings: SiteSettings): Site {
  return {
    ...defaults,
    name: settings.name ?? defaults.name,
    company: {
      name: settings.company_name ?? defaults.company.name,
      address: settings.company_address ?? defaults.company.address,
      email: settings.contact_email ?? defaults.company.email,
    },
    social_links: settings.social_links ?? defaults.social_links,
    brand_color: settings.brand_color,
    logo: settings.logo?.url ?? null,
    card: settings.card && { path: settings.card.url, width: settings.card.width, height: settings.card.height },
    legal_dates: {
      terms: settings.terms_date ?? defaults.legal_dates.terms,
      privacy: settings.privacy_date ?? defaults.legal_dates.privacy,
    },
    live_feed: settings.live_feed ?? defaults.live_feed,
    asks_confirmed_email: settings.asks_confirmed_email ?? defaults.asks_confirmed_email,
  }
}

export const mailTextsOf = (settings: SiteSettings): Required<MailSite>['mail_texts'] => ({
  intro: { en: settings.mail_intro_en, es: settings.mail_intro_es },
  footer: { en: settings.mail_footer_en, es: settings.mail_footer_es },
})

const activeAnnouncements = Prisma.sql`SELECT id, link, text_en, text_es FROM announcement
  WHERE from_at <= now() AND until_at > now() ORDER BY from_at DESC, id DESC`
/** SQL: milliseconds until the next announcement begins or ends. */
const msUntilNextChange = Prisma.sql`SELECT ceil(extract(epoch FROM min(at) - now()) * 1000)::float8 AS wait
  FROM announcement, unnest(ARRAY[from_at, until_at]) AS at WHERE until_at > now() AND at > now()`

type Log = { warn: (facts: object, text: string) => void }
type Options = { defaults: Site; mailSender: string; log: Log; onChange: () => void }

/** Site settings in memory. They are read again when their cache tag is invalidated. */
export class CurrentSite {
  readonly site: Site // updated in place: do not copy its values
  readonly mailSite: MailSite // the site with fields for mails
  readonly defaults: Site
  readonly mailSender: string
  styles: SiteStyles | null = null
  announcements: readonly Announcement[] = []
  /** Resolves when a running read has ended, with or without success. */
  refreshed: Promise<this> = Promise.resolve(this)
  #log: Log
  #onChange: () => void
  #isReading = false
  #isOutdated = false
  #isClosed = false
  #timers: { retry?: NodeJS.Timeout; next?: NodeJS.Timeout } = {}

  constructor({ defaults, mailSender, log, onChange }: Options) {
    this.defaults = defaults
    this.mailSender = mailSender
    this.site = structuredClone(defaults)
    this.mailSite = { ...this.site }
    this.#log = log
    this.#onChange = onChange
  }

  /** Names of site and company, which no username may equal. */
  get names(): string[] {
    const { defaults, site } = this
    return [...new Set([site, defaults].flatMap(({ name, company }) => [name, company.name]))]
  }

  onInvalidate(tags: readonly string[]): void {
    if (tags.includes(cacheTags.site) || tags.includes(wildcardTag)) void this.refresh()
  }

  refresh(): Promise<this> {
    this.#isOutdated = true
    if (!this.#isReading) this.refreshed = this.#readUntilKnown()
    return this.refreshed
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timers.retry)
    clearTimeout(this.#timers.next)
  }

  async #readUntilKnown(): Promise<this> {
    this.#isReading = true
    while (this.#isOutdated && !this.#isClosed) {
      this.#isOutdated = false
      try {
        await this.#read()
      } catch (error) {
        if (this.#isClosed) break
        this.#log.warn({ err: error }, 'the site’s settings could not be read')
        clearTimeout(this.#timers.retry)
        this.#timers.retry = setTimeout(() => void this.refresh(), retryMs).unref()
      }
    }
    this.#isReading = false
    return this
  }

  async #read(): Promise<void> {
    const settings = await readSiteSettings(db)
    const announcements = await queryRows<Announcement>(activeAnnouncements)
    const linked = { pages: await listSitePageLinks(), legal_pages: await listLegalPages() }
    const [next] = await queryRows<{ wait: number | null }>(msUntilNextChange)
    const styles = siteStylesOf(settings)
    const before = JSON.stringify([this.site, this.styles, this.announcements])
    Object.assign(this.site, applySiteSettings(this.defaults, settings), linked)
    // A text by an admin replaces the shipped text, whose date does not apply to it.
    if (!settings.terms_date && linked.legal_pages.includes('terms-of-service')) this.site.legal_dates.terms = ''
    if (!settings.privacy_date && linked.legal_pages.includes('privacy')) this.site.legal_dates.privacy = ''
    Object.assign(this.mailSite, this.site, {
      mail_logo: mailLogoOf(this.site.logo),
      mail_texts: mailTextsOf(settings),
    })
    this.styles = styles
    this.announcements = announcements
    if (JSON.stringify([this.site, styles, announcements]) !== before) this.#onChange()
    clearTimeout(this.#timers.next)
    const wait = next?.wait
    if (this.#isClosed || wait === null || wait === undefined) return
    this.#timers.next = setTimeout(() => void this.#announce(), Math.min(wait + 20, longestWaitMs)).unref()
  }

  /** Invalidates the cache tag on all servers, when an announcement begins or ends. */
  async #announce(): Promise<void> {
    await db.$executeRaw`SELECT invalidate(ARRAY[${cacheTags.site}])`.catch(() => this.refresh())
  }
}
