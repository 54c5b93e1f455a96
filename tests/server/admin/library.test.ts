import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { app, get, openApp, post, put, sql } from '../../support/app.ts'
import {
  createCategory,
  createGroup,
  createModel,
  createPrompt,
  createTag,
  createUseCase,
  newSlug,
} from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const { api } = adminPaths
const [admin, other] = [await createPerson({ role: 'admin' }), await createPerson({ role: 'admin' })]
const [model, tag, group, category, useCase] = [
  await createModel(),
  await createTag(),
  await createGroup(),
  await createCategory(),
  await createUseCase(),
]

const promptText = {
  title: 'Title',
  short_description: '',
  content: 'Write {{topic}}.',
  how_to_use: '',
  known_issues: '',
  example: '',
  example_values: { topic: 'Tides' },
  labels: { topic: 'Topic' },
}
const [first, second] = [await createPrompt(), await createPrompt()]
const pipelineText = { title: 'Chain', short_description: '', how_to_use: '' }
const step = (prompt: { id: number }, es: object | null = null) => ({
  prompt_id: prompt.id,
  texts: { en: { hand_on: 'All of it', inputs: {} }, es },
})
const held = { required_tier: 1, is_archived: false }
const samples: Record<LibraryNoun, { item: object; changed: object; wrong: [string, object] }> = {
  models: { item: { name: 'Model' }, changed: { name: 'Model 2' }, wrong: ['name', { name: ' ' }] },
  tags: {
    item: { texts: { en: { name: 'Tag' }, es: null } },
    changed: { texts: { en: { name: 'Tag' }, es: { name: 'Etiqueta' } } },
    wrong: ['texts.en', { texts: { en: null, es: null } }],
  },
  groups: {
    item: { model_ids: [model.id], texts: { en: { name: 'Group' }, es: { name: 'Grupo' } } },
    changed: { model_ids: [], texts: { en: { name: 'Group' }, es: null } },
    wrong: ['model_ids', { model_ids: [2_000_000_000], texts: { en: { name: 'Group' }, es: null } }],
  },
  categories: {
    item: {
      ...held,
      functional_group_id: group.id,
      texts: { en: { name: 'C', description: '', warning_text: null }, es: null },
    },
    changed: {
      ...held,
      is_archived: true,
      functional_group_id: group.id,
      texts: {
        en: { name: 'C', description: 'About', warning_text: 'Careful.' },
        es: { name: 'Ce', description: '', warning_text: 'Cuidado.' },
      },
    },
    wrong: [
      'functional_group_id',
      {
        ...held,
        functional_group_id: 2_000_000_000,
        texts: { en: { name: 'C', description: '', warning_text: null }, es: null },
      },
    ],
  },
  'use-cases': {
    item: { ...held, category_id: category.id, texts: { en: { title: 'U' }, es: null } },
    changed: {
      ...held,
      required_tier: 0,
      category_id: category.id,
      texts: { en: { title: 'U' }, es: { title: 'Uve' } },
    },
    wrong: [
      'required_tier',
      { ...held, required_tier: 10, category_id: category.id, texts: { en: { title: 'U' }, es: null } },
    ],
  },
  prompts: {
    item: {
      ...held,
      use_case_id: useCase.id,
      model_ids: [model.id],
      tag_ids: [tag.id],
      test_records: [{ model: 'GPT', version: '5.1', tested_on: '2026-11-20', tested_by: 'Ana' }],
      length_tag: null,
      texts: { en: promptText, es: null },
    },
    changed: {
      ...held,
      use_case_id: useCase.id,
      model_ids: [],
      tag_ids: [tag.id],
      test_records: [],
      length_tag: 'long',
      texts: { en: { ...promptText, labels: {} }, es: { ...promptText, title: 'Título' } },
    },
    wrong: [
      'tag_ids',
      {
        ...held,
        use_case_id: useCase.id,
        model_ids: [],
        tag_ids: [2_000_000_000],
        test_records: [],
        length_tag: null,
        texts: { en: promptText, es: null },
      },
    ],
  },
  sets: {
    item: { shelf: 'role', is_archived: false, prompt_ids: [first.id], texts: { en: { title: 'Set' }, es: null } },
    changed: {
      shelf: 'moment',
      is_archived: false,
      prompt_ids: [second.id, first.id],
      texts: { en: { title: 'Set' }, es: { title: 'Selección' } },
    },
    wrong: [
      'prompt_ids',
      { shelf: 'role', is_archived: false, prompt_ids: [2_000_000_000], texts: { en: { title: 'Set' }, es: null } },
    ],
  },
  pipelines: {
    item: { ...held, texts: { en: pipelineText, es: null }, steps: [step(first), step(second)] },
    changed: {
      ...held,
      texts: { en: pipelineText, es: { ...pipelineText, title: 'Cadena' } },
      steps: [second, first].map((prompt) => step(prompt, { hand_on: 'Todo', inputs: {} })),
    },
    wrong: [
      'steps.1.prompt_id',
      { ...held, texts: { en: pipelineText, es: null }, steps: [step(first), step({ id: 2_000_000_000 })] },
    ],
  },
}
const nouns = Object.entries(samples).map(([noun, sample]) => ({ noun: noun as LibraryNoun, ...sample }))
const kinds = {
  models: 'model',
  tags: 'tag',
  groups: 'functional_group',
  categories: 'category',
  'use-cases': 'use_case',
  prompts: 'prompt',
  pipelines: 'pipeline',
  sets: 'prompt_set',
}
const match = (etag: unknown) => ({ 'if-match': String(etag) })
const remove = (path: string, as: Person, headers = {}) =>
  app.inject({ method: 'DELETE', url: path, headers: { authorization: `Bearer ${as.token}`, ...headers } })
const entries = async (noun: LibraryNoun, id: number) =>
  (await get(api.audit({ kind: kinds[noun], target: String(id) }), { as: admin })).body.results as {
    id: number
    action: string
  }[]

describe.each(nouns)('/api/admin/library/$noun/', ({ noun, item, changed, wrong }) => {
  test('adds, changes and removes an item, with the states before and after in the audit log', async () => {
    const slug = newSlug(`${noun}_1.a`)
    const added = await post(api.library(noun), { slug, ...item }, { as: admin })
    expect(added).toMatchObject({ status: 201, body: { slug } })
    const path = api.libraryItem(noun, added.body.id)
    const read = await get(path, { as: admin })
    expect(read).toMatchObject({ status: 200, body: added.body, headers: { etag: added.headers.etag } })
    const after = await put(path, changed, { as: admin, headers: match(read.headers.etag) })
    expect(after).toMatchObject({ status: 200, body: { ...changed, slug } })
    expect((await get(path, { as: admin })).body).toEqual(after.body)
    const again = await put(path, changed, { as: other, headers: match(after.headers.etag) })
    expect(again.body).toEqual(after.body)
    expect((await remove(path, admin, match(after.headers.etag))).statusCode).toBe(204)
    expect((await get(path, { as: admin })).status).toBe(404)
    const history = await entries(noun, added.body.id)
    expect(history.map(({ action }) => action)).toEqual(['removed', 'changed', 'created'])
    const states = await get(api.auditEntry(history[1]?.id ?? 0), { as: admin })
    expect(states.body).toMatchObject({ before: read.body, after: after.body })
  })

  test('returns 400 naming the field for an invalid value and for an invalid or used slug', async () => {
    const slug = newSlug(noun)
    const [field, body] = wrong
    expect(await post(api.library(noun), { slug, ...body }, { as: admin })).toMatchObject({
      status: 400,
      body: { [field]: expect.any(Array) },
    })
    for (const odd of ['a b', 'Zed-x', 'ñu-x', '中文-x', '-a', 'a/b', 'a'.repeat(201)])
      expect(await post(api.library(noun), { slug: odd, ...item }, { as: admin })).toMatchObject({
        status: 400,
        body: { slug: expect.any(Array) },
      })
    expect((await post(api.library(noun), { slug, id: 1, ...item }, { as: admin })).status).toBe(400)
    const { body: added } = await post(api.library(noun), { slug, ...item }, { as: admin })
    expect(await post(api.library(noun), { slug, ...item }, { as: admin })).toMatchObject({
      status: 400,
      body: { slug: expect.any(Array) },
    })
    const path = api.libraryItem(noun, added.id)
    const { headers } = await get(path, { as: admin })
    for (const odd of ['o t h e r', 'Other'])
      expect(await put(path, { ...changed, slug: odd }, { as: admin, headers: match(headers.etag) })).toMatchObject({
        status: 400,
        body: { slug: expect.any(Array) },
      })
    expect(await put(path, body, { as: admin, headers: match(headers.etag) })).toMatchObject({
      status: 400,
      body: { [field]: expect.any(Array) },
    })
    expect((await get(path, { as: admin })).body).toEqual(added)
  })

  test('returns 412 to the second of two simultaneous changes, and 428 without If-Match', async () => {
    const { body, headers } = await post(api.library(noun), { slug: newSlug(noun), ...item }, { as: admin })
    const path = api.libraryItem(noun, body.id)
    expect((await put(path, changed, { as: admin })).status).toBe(428)
    expect((await remove(path, admin)).statusCode).toBe(428)
    const answers = await Promise.all(
      [admin, other].map((as) => put(path, changed, { as, headers: match(headers.etag) })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect(lost?.body).toMatchObject({ code: 'changed_meanwhile', current: won?.body, etag: won?.headers.etag })
    expect((await remove(path, admin, match(headers.etag))).statusCode).toBe(412)
  })

  test('lists items in pages, and finds them by name and slug', async () => {
    const word = `listed${made++}`
    const ids: number[] = []
    for (let n = 0; n < 3; n++)
      ids.push(
        (await post(api.library(noun), { slug: `${word}-${n}`, ...named(item, `${word} ${n}`) }, { as: admin })).body
          .id,
      )
    let path: string | null = api.library(noun, { q: word, limit: 2 })
    const found: number[] = []
    for (let pages = 0; path && pages < 4; pages++) {
      const { status, body } = await get(path, { as: admin })
      expect(status).toBe(200)
      found.push(...body.results.map(({ id }: { id: number }) => id))
      path = body.next
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(ids)
    const bySlug = await get(api.library(noun, { q: `${word}-1` }), { as: admin })
    expect(bySlug.body.results.map(({ id }: { id: number }) => id)).toContain(ids[1])
    expect((await get(api.library(noun, { q: 'nosuchword' }), { as: admin })).body).toEqual({ results: [], next: null })
    expect((await get(api.library(noun, { limit: 0 }), { as: admin })).status).toBe(400)
  })
})

let made = 0
function named(item: object, name: string): object {
  if (!('texts' in item)) return { name }
  const { en } = item.texts as { en: object }
  return { ...item, texts: { es: null, en: 'title' in en ? { ...en, title: name } : { ...en, name } } }
}

test('removing an item in use returns 409 in_use with the counts of its uses', async () => {
  const prompt = await createPrompt({ use_case: useCase, models: [model], tags: [tag] })
  await sql.query('INSERT INTO saved_prompt (user_id, prompt_id) VALUES ($1, $2)', [admin.id, prompt.id])
  const used = {
    models: [model, 'prompts'],
    tags: [tag, 'prompts'],
    'use-cases': [useCase, 'prompts'],
    prompts: [prompt, 'saves'],
  } as const
  for (const [noun, [item, use]] of Object.entries(used)) {
    const path = api.libraryItem(noun as LibraryNoun, item.id)
    const { headers } = await get(path, { as: admin })
    const refused = await remove(path, admin, match(headers.etag))
    expect([noun, refused.statusCode, refused.json()]).toEqual([
      noun,
      409,
      expect.objectContaining({ code: 'in_use', uses: expect.objectContaining({ [use]: expect.any(Number) }) }),
    ])
    expect((await get(path, { as: admin })).status).toBe(200)
  }
})
