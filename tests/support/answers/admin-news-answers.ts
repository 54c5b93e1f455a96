import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import type { PostState } from '#shared/admin/posts.ts'
import type { SectionState } from '#shared/admin/sections.ts'
import { get, post, put, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPostTag } from '../blog.ts'
import { createSection, createThread } from '../forum.ts'
import { newSlug } from '../library.ts'
import { createPerson } from '../people.ts'
import { pictures } from '../browser/pictures.ts'

type Cases = Record<string, TestResponse>
type Person = { token: string }
const { api } = adminNewsPaths
const noId = 2_000_000_000

const text = { title: 'Title', excerpt: 'Excerpt', cover_alt: '', body: 'Text' }
const postState = (changes: Partial<PostState> = {}): PostState => ({
  slug: newSlug('news'),
  status: 'draft',
  published_at: null,
  is_featured: false,
  author_name: 'Ana Gil',
  tag_ids: [],
  cover_hash: null,
  texts: { en: text, es: { title: '', excerpt: '', cover_alt: '', body: '' } },
  ...changes,
})
const sectionState = (): SectionState => ({
  slug: newSlug('part'),
  position: 1,
  texts: { en: { name: 'Part', description: '' }, es: { name: 'Parte', description: '' } },
})

const people = async () => ({
  as: await createPerson({ role: 'admin' }),
  other: await createPerson({ role: 'moderator' }),
})
const refusedOthers = async (ask: (as?: Person) => Promise<TestResponse>, other: Person): Promise<Cases> => ({
  401: await ask(),
  403: await ask(other),
})

async function listing(path: string, wrong?: string): Promise<Cases> {
  const { as, other } = await people()
  return {
    200: await get(path, { as }),
    ...(wrong && { 400: await get(wrong, { as }) }),
    ...(await refusedOthers((who) => get(path, { as: who }), other)),
  }
}

async function adding(path: string, body: () => object, status = '201'): Promise<Cases> {
  const { as, other } = await people()
  return {
    [status]: await post(path, body(), { as }),
    400: await post(path, {}, { as }),
    ...(await refusedOthers((who) => post(path, body(), { as: who }), other)),
  }
}

type Of = { list: string; one: (id: number | string) => string; state: () => object }
async function reading({ list, one, state }: Of): Promise<Cases> {
  const { as, other } = await people()
  const { id } = (await post(list, state(), { as })).body as { id: number }
  return {
    200: await get(one(id), { as }),
    400: await get(one('first'), { as }),
    404: await get(one(noId), { as }),
    ...(await refusedOthers((who) => get(one(id), { as: who }), other)),
  }
}

async function changing({ list, one, state }: Of): Promise<Cases> {
  const { as, other } = await people()
  const { body, headers } = await post(list, state(), { as })
  const path = one((body as { id: number }).id)
  const ask = (who?: Person, tag = String(headers.etag), at = path) =>
    put(at, state(), { as: who, headers: { 'if-match': tag } })
  return {
    412: await ask(as, '"old"'),
    428: await put(path, state(), { as }),
    404: await ask(as, '*', one(noId)),
    400: await put(path, {}, { as, headers: { 'if-match': '*' } }),
    200: await ask(as),
    ...(await refusedOthers((who) => ask(who), other)),
  }
}

async function removing({ one }: Of, { free, held }: Record<'free' | 'held', { id: number }>): Promise<Cases> {
  const { as, other } = await people()
  const ask = (id: number | string, who?: Person, tag = '*') =>
    remove(one(id), undefined, { as: who, headers: { 'if-match': tag } })
  return {
    409: await ask(held.id, as),
    412: await ask(free.id, as, '"old"'),
    428: await remove(one(free.id), undefined, { as }),
    400: await ask('first', as),
    404: await ask(noId, as),
    ...(await refusedOthers((who) => ask(free.id, who), other)),
    204: await ask(free.id, as),
  }
}

const posts: Of = { list: api.posts(), one: api.post, state: postState }
const tagState = () => ({ names: { en: newSlug('tag'), es: 'Etiqueta' } })
const tags: Of = { list: api.tags, one: api.tag, state: tagState }
const sections: Of = { list: api.sections, one: api.section, state: sectionState }

async function removingPost(): Promise<Cases> {
  const { as } = await people()
  const add = async (status: PostState['status']) => (await post(api.posts(), postState({ status }), { as })).body
  return removing(posts, { free: await add('draft'), held: await add('published') })
}

async function removingTag(): Promise<Cases> {
  const tag = await createPostTag()
  // Tags are removed even if posts use them.
  const { 409: _, ...cases } = await removing(tags, { free: await createPostTag(), held: tag })
  return cases
}

async function removingSection(): Promise<Cases> {
  const held = await createSection()
  await createThread({ section: held })
  return removing(sections, { free: await createSection(), held })
}

/** Requests that produce each documented status of the admin routes for posts, pictures and sections. */
export function adminNewsAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'GET /api/admin/posts/': () => listing(api.posts(), '/api/admin/posts/?limit=0'),
    'POST /api/admin/posts/': () => adding(api.posts(), postState),
    'POST /api/admin/posts/preview/': () => adding(api.preview, () => ({ text: '# Hi' }), '200'),
    'GET /api/admin/posts/{id}/': () => reading(posts),
    'PUT /api/admin/posts/{id}/': () => changing(posts),
    'DELETE /api/admin/posts/{id}/': removingPost,
    'GET /api/admin/post-tags/': () => listing(api.tags),
    'POST /api/admin/post-tags/': () => adding(api.tags, tagState),
    'GET /api/admin/post-tags/{id}/': () => reading(tags),
    'PUT /api/admin/post-tags/{id}/': () => changing(tags),
    'DELETE /api/admin/post-tags/{id}/': removingTag,
    'POST /api/admin/media/': async () => {
      const { as, other } = await people()
      const bytes = await pictures.png()
      return {
        201: await post(api.media, bytes, { as }),
        400: await post(api.media, 'no picture', { as }),
        ...(await refusedOthers((who) => post(api.media, bytes, { as: who }), other)),
      }
    },
    'GET /api/admin/sections/': () => listing(api.sections),
    'POST /api/admin/sections/': () => adding(api.sections, sectionState),
    'GET /api/admin/sections/{id}/': () => reading(sections),
    'PUT /api/admin/sections/{id}/': () => changing(sections),
    'DELETE /api/admin/sections/{id}/': removingSection,
  }
}
