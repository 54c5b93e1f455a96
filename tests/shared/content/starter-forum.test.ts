import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { NewThread } from '#shared/forum/schema.ts'
import { locales } from '#shared/locale.ts'
import { threadSlugOf } from '../../../server/forum/thread-slugs.ts'
import { readStarterTopics } from '../../../server/forum/starter-threads.ts'
import { readStarterLibrary } from '../../support/rules/starter-library.ts'

const topics = await readStarterTopics()
const sections = JSON.parse(readFileSync('prisma/content/sections.json', 'utf8')) as {
  slug: string
  texts: Record<string, { name: string; description: string }>
}[]
const threads = topics.flatMap(({ section, texts }) => locales.map((locale) => ({ section, locale, ...texts[locale] })))
const wordsIn = (text: string) => text.split(/\s+/).length
const linksIn = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)

const pages = ['/library', '/library/pipelines', '/forum', '/blog', '/subscription']
const slugs = new Set(
  (await readStarterLibrary()).map(({ row }) => {
    const { type, slug } = row as { type: string; slug: string }
    return `/library/${type.replace('_', '-')}/${slug}`
  }),
)

describe('the starter threads of the forum', () => {
  test('cover six topics in two languages, at most two in each of the eight sections', () => {
    expect(sections).toHaveLength(8)
    expect(topics).toHaveLength(6)
    for (const { slug, texts } of sections) {
      expect(Object.keys(texts)).toEqual(locales)
      const sectionTopics = topics.filter(({ section }) => section === slug)
      expect([slug, sectionTopics.length <= 2]).toEqual([slug, true])
    }
    for (const { texts } of topics) expect(Object.keys(texts)).toEqual(locales)
    expect(topics.filter(({ section }) => !sections.some(({ slug }) => slug === section))).toEqual([])
  })

  test('are valid new threads, each with a unique address', () => {
    for (const { section, title, description } of threads)
      expect(NewThread.safeParse({ section, title, description }).error).toBeUndefined()
    const addresses = threads.map(({ title }) => threadSlugOf(title))
    expect(new Set(addresses).size).toBe(threads.length)
  })

  test('have 120 to 350 words, a plausible date, and no invisible characters', () => {
    for (const { title, description, created_at } of threads) {
      expect([title, wordsIn(description) >= 120 && wordsIn(description) <= 350]).toEqual([title, true])
      expect([title, created_at >= '2026-11-22' && created_at <= new Date().toISOString()]).toEqual([title, true])
      expect([title, /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u00a0\t]/.test(title + description)]).toEqual([
        title,
        false,
      ])
    }
    expect(new Set(threads.map(({ created_at }) => created_at)).size).toBe(threads.length)
  })

  test('link to existing pages of this site, to the same pages in both languages', () => {
    for (const { texts } of topics) {
      const links = linksIn(texts.en.description)
      expect(linksIn(texts.es.description)).toEqual(links)
      expect(links.filter((link) => !pages.includes(link) && !slugs.has(link))).toEqual([])
    }
    expect(threads.filter(({ description }) => /https?:|www\./.test(description))).toEqual([])
  })
})
