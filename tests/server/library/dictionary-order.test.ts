import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post } from '../../support/app.ts'
import { createPost, createPostTag } from '../../support/blog.ts'
import { createPoster, createThread } from '../../support/forum.ts'
import {
  createCategory,
  createGroup,
  createModel,
  createPrompt,
  createTag,
  createUseCase,
} from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

/** In English ñ sorts like n, in Spanish after n. */
const orders = {
  en: ['Álbum', 'apple', 'Banana', 'ñandú', 'nube', 'zebra'],
  es: ['Álbum', 'apple', 'Banana', 'nube', 'ñandú', 'zebra'],
}
const words = ['zebra', 'ñandú', 'nube', 'Banana', 'apple', 'Álbum']
const locales = ['en', 'es'] as const
const mark = 'quux'
const titles = words.map((word) => `${word} ${mark}`)
const both = (title: string) => ({ en: { title }, es: { title } })
const named = (name: string) => ({ en: { name }, es: { name } })

const category = await createCategory()
const admin = await createPerson({ role: 'admin' })
const member = await createPoster()
const useCases: { id: number; slug: string }[] = []
for (const title of titles) {
  useCases.push(await createUseCase({ category, ...both(title) }))
  await createModel(title)
  await createTag(named(title))
  const group = await createGroup(named(title))
  const text = { name: title, description: title }
  const listed = await createCategory({ group, en: text, es: text })
  const prompt = await createPrompt({ use_case: await createUseCase({ category: listed }) })
  await post(paths.api.promptSave(prompt.slug), undefined, { as: member })
  await createPost({ tags: [await createPostTag({ en: title, es: title })], es: {} })
}
for (const word of words) await createThread({ author: await createPoster({ username: `q${word}` }) })

type Named = { name?: string; title?: string }
const shown = (list: Named[]) =>
  list
    .map(({ name, title }) => name ?? title ?? '')
    .filter((text) => text.endsWith(mark))
    .map((text) => text.replace(` ${mark}`, ''))

describe.each(locales)('dictionary order in %s applies to', (locale) => {
  const read = async (path: string, as?: typeof member) => (await get(path, { locale, as })).body

  test.each<[string, () => Promise<Named[]>]>([
    ['the use cases that a search finds', () => read(paths.api.useCases({ q: mark }))],
    ['the use cases of a category', async () => (await read(paths.api.category(category.slug))).use_cases],
    ['the categories', () => read(paths.api.categories())],
    ['the groups', () => read(paths.api.functional)],
    ['the categories of the prompts that a member saved', () => read(paths.api.savedCategories, member)],
    ['the tags of posts', () => read(blogPaths.api.tags)],
  ])('%s', async (_what, list) => {
    expect(shown(await list())).toEqual(orders[locale])
  })

  test.each<LibraryNoun>(['groups', 'models', 'tags', 'categories', 'use-cases'])(
    "the admin's list of %s, page by page",
    async (noun) => {
      const found: Named[] = []
      for (let next = adminPaths.api.library(noun, { q: mark, limit: 1 }); next;) {
        const page = await read(next, admin)
        found.push(...page.results)
        next = page.next
      }
      expect(shown(found)).toEqual(orders[locale])
    },
  )

  test("the admin's list of post tags", async () => {
    const tags: { names: Record<'en' | 'es', string> }[] = await read(adminNewsPaths.api.tags, admin)
    expect(shown(tags.map(({ names }) => ({ name: names[locale] })))).toEqual(orders[locale])
  })

  test('the authors suggested for a mention', async () => {
    const authors: { username: string }[] = await read(forumPaths.api.authors({ q: 'q' }), member)
    expect(authors.map(({ username }) => username.slice(1))).toEqual(orders[locale])
  })
})

test('the first move of a use case keeps the other use cases in dictionary order', async () => {
  const [zebra] = useCases
  const [first] = await db.useCaseText.findMany({ where: { title: `Álbum ${mark}` }, select: { use_case_id: true } })
  const path = adminPaths.api.libraryMove('use-cases', zebra?.id ?? 0)
  expect((await post(path, { before: first?.use_case_id }, { as: admin })).status).toBe(200)
  const { body } = await get(adminPaths.api.library('use-cases', { category: category.id }), { as: admin })
  expect(shown(body.results)).toEqual(['zebra', ...orders.en.slice(0, -1)])
})
