import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminPostTag } from '#shared/admin/posts.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { databaseUrl } from '../../../server/database/db.ts'
import { get, openApp, post, put, remove } from '../../support/app.ts'
import { createPost, createPostTag } from '../../support/blog.ts'
import { waitForBlockedLock, withClient } from '../../support/postgres/database.ts'
import { newSlug } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const { api } = adminNewsPaths
const as = await createPerson({ role: 'admin' })
async function read(path: string) {
  const { status, body, headers } = await get(path, { as })
  return { status, item: body, headers: { 'if-match': String(headers.etag) } }
}
const tagNamesOf = async (slug: string, locale: 'en' | 'es' = 'en') =>
  ((await get(blogPaths.api.post(slug), { locale })).body.tags as { name: string }[]).map(({ name }) => name)
const rowOf = async (id: number) =>
  ((await get(api.tags, { as })).body as { id: number; post_count: number }[]).find((row) => row.id === id)
const actionsOf = async (id: number) => {
  const { body } = await get(adminPaths.api.audit({ kind: 'post_tag', target: String(id) }), { as })
  return (body.results as { action: string }[]).map(({ action }) => action).toReversed()
}

describe('/api/admin/post-tags/', () => {
  test('adds a tag with a unique slug, and lists it with its number of posts', async () => {
    const name = newSlug('Über tag')
    const { status, body, headers } = await post(api.tags, { names: { en: name, es: 'Etiqueta' } }, { as })
    const tag = body as AdminPostTag
    expect([status, tag]).toMatchObject([201, { slug: name.toLowerCase().replace('ü', 'u').replaceAll(' ', '-') }])
    const again = await post(api.tags, { names: { en: name, es: 'Otra' } }, { as })
    expect(again.body).toEqual({ 'names.en': [expect.any(String)] })
    expect((await post(api.tags, { names: { en: '漢字', es: '漢字' } }, { as })).status).toBe(400)
    const other = await createPostTag({ en: 'Other' })
    const { slug } = await createPost({ tags: [other, tag] })
    await createPost({ tags: [tag], es: {} })
    expect(await tagNamesOf(slug)).toEqual(['Other', name])
    expect(await rowOf(tag.id)).toEqual({ ...tag, post_count: 2 })
    expect(await read(api.tag(tag.id))).toMatchObject({ item: tag, headers: { 'if-match': headers.etag } })
  })

  test('renames a tag in both languages at once, and keeps the slug', async () => {
    const tag = await createPostTag({ en: 'Before', es: 'Antes' })
    const { slug } = await createPost({ tags: [tag], es: {} })
    expect(await tagNamesOf(slug, 'es')).toEqual(['Antes'])
    const { headers } = await read(api.tag(tag.id))
    const state = { names: { en: 'After', es: 'Después' }, slug: 'mine', id: 1 }
    expect((await put(api.tag(tag.id), state, { as })).status).toBe(428)
    const { status, body } = await put(api.tag(tag.id), state, { as, headers })
    expect([status, body]).toEqual([200, { ...tag, names: state.names }])
    await expect.poll(() => tagNamesOf(slug)).toEqual(['After'])
    await expect.poll(() => tagNamesOf(slug, 'es')).toEqual(['Después'])
    const late = await put(api.tag(tag.id), { names: { en: 'x', es: 'y' } }, { as, headers })
    expect([late.status, late.body.current]).toEqual([412, body])
    expect(await actionsOf(tag.id)).toEqual(['changed'])
  })

  test('returns 400 naming invalid fields, and 404 for an unknown tag', async () => {
    const tag = await createPostTag()
    const { headers } = await read(api.tag(tag.id))
    const blank = await put(api.tag(tag.id), { names: { en: ' ', es: 'a\nb' } }, { as, headers })
    expect([blank.status, Object.keys(blank.body)]).toEqual([400, ['names.en', 'names.es']])
    for (const act of [
      () => get(api.tag(2_000_000_000), { as }),
      () => put(api.tag(2_000_000_000), { names: { en: 'a', es: 'b' } }, { as, headers }),
      () => remove(api.tag(2_000_000_000), undefined, { as, headers }),
    ])
      expect((await act()).status).toBe(404)
    expect((await get(api.tag('1x'), { as })).status).toBe(400)
  })

  test('removes a tag from its posts, and returns 412 to admins who are editing one of these posts', async () => {
    const [tag, other] = [await createPostTag({ en: 'Gone' }), await createPostTag({ en: 'Stays' })]
    const one = await createPost({ tags: [tag, other] })
    const draft = await createPost({ tags: [tag], status: 'draft', published_at: null })
    expect(await tagNamesOf(one.slug)).toEqual(['Gone', 'Stays'])
    const opened = await read(api.post(draft.id))
    const { headers } = await read(api.tag(tag.id))
    expect((await remove(api.tag(tag.id), undefined, { as })).status).toBe(428)
    expect((await remove(api.tag(tag.id), undefined, { as, headers: { 'if-match': '"old"' } })).status).toBe(412)
    expect((await remove(api.tag(tag.id), undefined, { as, headers })).status).toBe(204)
    await expect.poll(() => tagNamesOf(one.slug)).toEqual(['Stays'])
    expect((await get(blogPaths.api.posts({ tag: tag.slug }))).body.results).toEqual([])
    const { id: _, cover: _cover, ...state } = opened.item
    const save = (sent: object) => put(api.post(draft.id), { ...state, cover_hash: null, ...sent }, { as, ...opened })
    expect((await save({})).status).toBe(412)
    expect((await read(api.post(draft.id))).item.tag_ids).toEqual([])
    expect(await rowOf(tag.id)).toBeUndefined()
    expect(await actionsOf(tag.id)).toEqual(['removed'])
  })

  test('returns 400 for saving a post with a tag that is being removed', async () => {
    const tag = await createPostTag()
    const { id } = await createPost()
    const { item, headers } = await read(api.post(id))
    const { id: _, cover: _cover, ...state } = item
    const save = () => put(api.post(id), { ...state, cover_hash: null, tag_ids: [tag.id] }, { as, headers })
    const saved = await withClient(databaseUrl, async (other) => {
      await other.query('BEGIN')
      await other.query('SELECT FROM post_tag WHERE id = $1 FOR UPDATE', [tag.id])
      const pending = save()
      await waitForBlockedLock(databaseUrl)
      await other.query('DELETE FROM post_tag WHERE id = $1', [tag.id])
      await other.query('COMMIT')
      return pending
    })
    expect([saved.status, Object.keys(saved.body)]).toEqual([400, ['tag_ids']])
  })
})
