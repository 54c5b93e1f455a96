import { maxCollectionItems, maxCollections } from '#shared/library/collections.ts'
import { paths } from '#shared/paths.ts'
import { get, patch, post, put, remove, sql } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { createPerson } from '../people.ts'

type Named = { id: number; slug: string }
type Cases = Record<string, TestResponse>

const of = (path: string) => `/api/library${path}`
const one = async () => {
  const as = await createPerson()
  const { body } = await post(paths.api.collections(), { name: 'One' }, { as })
  return { as, id: body.id as number }
}
const fill = (statement: string, owner: number, count: number) => sql.query(statement, [owner, count])
const reading = async (path: string, wrong?: string): Promise<Cases> => {
  const as = await createPerson()
  return { 200: await get(path, { as }), ...(wrong && { 400: await get(wrong, { as }) }), 401: await get(path) }
}
const rate = (slug: string, as?: { token: string }) => post(paths.api.promptRating(slug), { value: 5 }, { as })
/** Cases of a collection: the member's own, an invalid id, a visitor's request, another member's. */
const ofCollection = async (status: number, ask: (id: number, as?: { token: string }) => Promise<TestResponse>) => {
  const { as, id } = await one()
  return { 400: await ask(0, as), 401: await ask(id), 404: await ask(2_000_000_000, as), [status]: await ask(id, as) }
}

export function personalAnswers({ prompt, lockedPrompt }: { prompt: Named; lockedPrompt: Named }) {
  const changing = async (change: (slug: string, as?: { token: string }) => Promise<TestResponse>, locks: boolean) => {
    const as = await createPerson()
    return {
      200: await change(prompt.slug, as),
      400: await change('a\0b', as),
      401: await change(prompt.slug),
      ...(locks && { 403: await change(lockedPrompt.slug, as) }),
      404: await change('no-such-thing', as),
    }
  }
  return {
    'POST /api/library/prompts/{slug}/save/': () =>
      changing((slug, as) => post(paths.api.promptSave(slug), undefined, { as }), true),
    'DELETE /api/library/prompts/{slug}/unsave/': () =>
      changing((slug, as) => remove(paths.api.promptUnsave(slug), undefined, { as }), false),
    'POST /api/library/prompts/{slug}/rating/': () => changing(rate, true),
    'DELETE /api/library/prompts/{slug}/rating/': () =>
      changing((slug, as) => remove(paths.api.promptRating(slug), undefined, { as }), false),
    'GET /api/library/marks/': () => reading(paths.api.marks([prompt.slug]), of('/marks/?prompts=%00')),
    'GET /api/library/saved/': () => reading(paths.api.savedPrompts(), of('/saved/?limit=0')),
    'GET /api/library/saved/categories/': () => reading(paths.api.savedCategories),
    'GET /api/library/collections/': () => reading(paths.api.collections(), of('/collections/?prompt=%00')),
    'POST /api/library/collections/': async () => {
      const as = await createPerson()
      const create = (name: string) => post(paths.api.collections(), { name }, { as })
      const made = { 201: await create('One'), 400: await create('One'), 401: await post(paths.api.collections(), {}) }
      await fill(
        "INSERT INTO collection (user_id, name, position) SELECT $1, 'No. ' || n, n FROM generate_series(1, $2 - 1) AS n",
        as.id,
        maxCollections,
      )
      return { ...made, 409: await create('One more') }
    },
    'PATCH /api/library/collections/{id}/': () =>
      ofCollection(200, (id, as) => patch(paths.api.collection(id), { position: 0 }, { as })),
    'DELETE /api/library/collections/{id}/': () =>
      ofCollection(204, (id, as) => remove(paths.api.collection(id), undefined, { as })),
    'POST /api/library/collections/{id}/share/': () =>
      ofCollection(200, (id, as) => post(paths.api.collectionShare(id), undefined, { as })),
    'DELETE /api/library/collections/{id}/share/': () =>
      ofCollection(204, (id, as) => remove(paths.api.collectionShare(id), undefined, { as })),
    'GET /api/library/collections/{id}/prompts/': () =>
      ofCollection(200, (id, as) => get(paths.api.collectionPrompts(id), { as })),
    'PUT /api/library/collections/{id}/prompts/{slug}/': async () => {
      const { as, id } = await one()
      const collect = (slug: string) => put(paths.api.collectionPrompt(id, slug), undefined, { as })
      const cases = await ofCollection(200, (of_id, by) =>
        put(paths.api.collectionPrompt(of_id, prompt.slug), undefined, { as: by }),
      )
      const refused = { 403: await collect(lockedPrompt.slug) }
      await fill(
        `WITH added AS (INSERT INTO prompt (slug, use_case_id)
           SELECT 'filling-' || n, (SELECT min(id) FROM use_case) FROM generate_series(1, $2::int) AS n RETURNING id)
         INSERT INTO collection_prompt (collection_id, prompt_id, position) SELECT $1, id, 0 FROM added`,
        id,
        maxCollectionItems,
      )
      return { ...cases, ...refused, 409: await collect(prompt.slug) }
    },
    'PATCH /api/library/collections/{id}/prompts/{slug}/': () =>
      ofCollection(204, async (id, as) => {
        if (as && id > 0) await put(paths.api.collectionPrompt(id, prompt.slug), undefined, { as })
        return patch(paths.api.collectionPrompt(id, prompt.slug), { position: 0 }, { as })
      }),
    'DELETE /api/library/collections/{id}/prompts/{slug}/': () =>
      ofCollection(204, (id, as) => remove(paths.api.collectionPrompt(id, prompt.slug), undefined, { as })),
    'GET /api/library/shared/{key}/': async () => {
      const { as, id } = await one()
      const { body } = await post(paths.api.collectionShare(id), undefined, { as })
      const path = paths.api.sharedCollection(body.share_key)
      return {
        200: await get(path),
        400: await get(paths.api.sharedCollection('a\0b')),
        401: await get(path, { as: { token: 'nonsense' } }),
        404: await get(paths.api.sharedCollection('none')),
      }
    },
  }
}
