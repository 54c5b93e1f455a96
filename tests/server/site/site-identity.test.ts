import { beforeAll, describe, expect, test } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { renderLetter } from '../../../server/mail/letter.ts'
import type { Letter } from '../../../server/mail/letter.ts'
import { NotificationKind } from '../../../server/generated/enums.ts'
import { notificationLetter } from '../../../server/notifications/notifications.mails.ts'
import { addStarterFaq } from '../../../server/site/faq.ts'
import { cancellationLetter } from '../../../server/subscription/cancellation.jobs.ts'
import { messages } from '../../../server/subscription/messages.en.ts'
import { operatorLetter } from '../../../server/subscription/operator-mails.ts'
import { subscriptionLetter } from '../../../server/subscription/subscription.mails.ts'
import type { MailKind } from '../../../server/subscription/queued-mails.ts'
import * as accountLetters from '../../../server/users/users.mails.ts'
import { createPost } from '../../support/blog.ts'
import { get, openApp, renderer, startApp } from '../../support/app.ts'
import { createThread } from '../../support/forum.ts'
import { createPrompt } from '../../support/library.ts'
import { visitorPagePaths } from '../../support/browser/page-paths.ts'

await openApp()

const site = await startApp({
  SITE_NAME: 'Harbor',
  COMPANY_NAME: 'Harbor S.L.',
  COMPANY_ADDRESS: 'Calle Mayor 1, Madrid',
  CONTACT_EMAIL: 'hola@harbor.test',
  SOCIAL_LINKS: 'Mastodon=https://mastodon.test/@harbor',
})
const plans = [
  { slug: 'libre', tier: 0, purchasable: false, monthly_price: 0 },
  { slug: 'pro', tier: 1, purchasable: true, monthly_price: 1_200 },
  { slug: 'team', tier: 2, purchasable: true, monthly_price: 4_000 },
]
const nameOf = (slug: string) => slug.charAt(0).toUpperCase() + slug.slice(1)
const leftOver = /[Pp]romptory|[Pp]remium|\$\s?\d|9[.,]99|USD|Wilmington|Sample Street/g

const pageOf = async (path: string, locale: Locale) => {
  const address = `${path}${path.includes('?') ? '&' : '?'}lang=${locale}`
  return (await get(address, { of: site, headers: { accept: 'text/html' } })).text
}

describe.runIf(renderer)('a site with its own name, company and plans', () => {
  beforeAll(async () => {
    for (const [position, plan] of plans.entries()) {
      const text = { name: nameOf(plan.slug), sub_title: '', description: `All of ${plan.slug}` }
      const texts = { create: locales.map((locale) => ({ locale, ...text })) }
      await db.plan.create({ data: { ...plan, position, currency: 'EUR', texts } })
    }
    await Promise.all([createPrompt(), createPost(), createThread(), addStarterFaq()])
  })

  test.each(locales)('does not contain the name Promptory on any page or feed: %s', async (locale) => {
    const addresses = [
      ...visitorPagePaths,
      '/cancel',
      '/sitemap.xml',
      '/api/openapi.json',
      '/api/docs',
      blogPaths.rss(locale),
      forumPaths.rss,
      '/manifest.webmanifest',
      '/robots.txt',
      '/llms.txt',
    ]
    const found = await Promise.all(
      addresses.map(async (path) => {
        const text = await pageOf(path, locale)
        return [...new Set(text.match(leftOver))].map((word) => `${path}: ${word}`)
      }),
    )
    expect(found.flat()).toEqual([])
  })

  test('describes its own plans with their prices', async () => {
    const text = await pageOf(paths.subscription, 'en')
    const description = /<meta name="description" content="([^"]*)"/.exec(text)?.[1]
    expect(description).toMatch(/^Libre: All of libre\. Pro: All of pro, for €12(?:\.00)? a month\. Team: All of team/)
    expect(text).toContain('Team unlocks the whole library')
    const landing = await pageOf(paths.home, 'es')
    expect(landing).toContain('Empieza con Libre y quédate el tiempo que quieras. Team te da acceso')
    expect(landing).toContain('Conseguir Pro')
    expect(landing).toMatch(/Team cuesta 40,00\s€ al mes/)
    expect(await pageOf(paths.home, 'en')).toContain('The Libre plan gives you about')
    for (const path of [paths.terms, paths.privacy]) expect(await pageOf(path, 'en')).toContain('Harbor S.L.')
  })
})

const { site: harbor } = site.currentSite
const date = '2027-01-15T00:00:00.000Z'
const person = { id: 1, email: 'ana@example.test', first_name: 'Ana', username: 'ana' }
const { mails, operator_mails, cancellation } = messages.subscription
const keysOf = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of)[]

function lettersIn(locale: Locale): Letter[] {
  const money = { amount: 1_200, currency: 'EUR' }
  const facts = { site: harbor, locale, person }
  const facts_of_plan = { ...facts, ...money, plan: 'Pro', price: 1_200, date, hasTax: true } as const
  const reader = { ...person, language: locale }
  const thread = { meta_slug: 'a', title: 'A thread' }
  const items = Object.values(NotificationKind).map((kind) => ({
    kind,
    thread,
    actor: 'bo',
    comment_id: 1,
    note: null,
    ends_at: null,
  }))
  const ofMail = { site: harbor, token: 't' }
  return [
    ...Object.values(accountLetters).map((write) => write(facts, 'token', 'new@example.test')),
    ...keysOf(mails).map((kind: MailKind) => subscriptionLetter({ ...facts_of_plan, kind, billing_period: 'month' })),
    ...keysOf(operator_mails).map((kind) => ({
      ...operatorLetter({ kind, payment_id: 'in_1', ...money }, { site: harbor, locale }),
      greeting: '',
    })),
    ...keysOf(cancellation.mails).map((kind) =>
      cancellationLetter(harbor, kind, { locale, person, date, received_at: date, plan: 'Pro', path: '/' }),
    ),
    ...items.map((item) => notificationLetter({ reader, items: [item], total: 1 }, { ...ofMail, isDigest: false })),
    notificationLetter({ reader, items, total: 40 }, { ...ofMail, isDigest: true }),
  ]
}

test.each(locales)('mails of a site with its own name do not contain the name Promptory: %s', (locale) => {
  const letters = lettersIn(locale).map((letter) => renderLetter(harbor, letter))
  expect(letters.length).toBeGreaterThan(50)
  for (const { subject, text, html } of letters) {
    expect([subject, text, html].join('\n').match(leftOver)).toBeNull()
    expect(text).toContain('Harbor S.L., Calle Mayor 1, Madrid')
  }
})
