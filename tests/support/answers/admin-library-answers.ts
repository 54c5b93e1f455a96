import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun, OrderedNoun } from '#shared/admin/paths.ts'
import { maxImportBytes } from '#shared/admin/import.ts'
import { db } from '../../../server/database/db.ts'
import { until } from '../postgres/database.ts'
import { get, post, put, remove } from '../app.ts'
import type { TestResponse } from '../app.ts'
import {
  createCategory,
  createGroup,
  createModel,
  createPrompt,
  createTag,
  createUseCase,
  newSlug,
} from '../library.ts'
import { createPerson } from '../people.ts'
import { createPipeline } from '../pipelines.ts'
import type { Person } from '../people.ts'

type Cases = Record<string, TestResponse>
type Asking = (options: { as?: Person }) => Promise<TestResponse>
const { api } = adminPaths
const none = 2_000_000_000
const everything = { 'if-match': '*' }

/** Requests as a visitor, as a member, and as an admin, who gets the first of `statuses`. */
async function forAdmins(status: string, ask: Asking, others: (as: Person) => Promise<Cases> = async () => ({})) {
  const as = await createPerson({ role: 'admin' })
  return {
    401: await ask({}),
    403: await ask({ as: await createPerson({ role: 'moderator' }) }),
    ...(await others(as)),
    [status]: await ask({ as }),
  }
}

/** `used`: an item that another one depends on. */
type Made = { free: () => Promise<{ id: number }>; used?: () => Promise<{ id: number }>; added: () => Promise<object> }
const text = {
  title: 'T',
  short_description: '',
  content: 'C',
  how_to_use: '',
  known_issues: '',
  example: '',
  example_values: {},
  labels: {},
}
const held = { required_tier: 0, is_archived: false }
const nouns: Record<LibraryNoun, Made> = {
  models: {
    free: createModel,
    used: async () => {
      const model = await createModel()
      await createPrompt({ models: [model] })
      return model
    },
    added: async () => ({ name: 'Model' }),
  },
  tags: {
    free: createTag,
    used: async () => {
      const tag = await createTag()
      await createPrompt({ tags: [tag] })
      return tag
    },
    added: async () => ({ texts: { en: { name: 'Tag' }, es: null } }),
  },
  groups: {
    free: createGroup,
    used: async () => {
      const group = await createGroup()
      await createCategory({ group })
      return group
    },
    added: async () => ({ model_ids: [], texts: { en: { name: 'Group' }, es: null } }),
  },
  categories: {
    free: createCategory,
    used: async () => {
      const category = await createCategory()
      await createUseCase({ category })
      return category
    },
    added: async () => ({
      ...held,
      functional_group_id: (await createGroup()).id,
      texts: { en: { name: 'C', description: '', warning_text: null }, es: null },
    }),
  },
  'use-cases': {
    free: createUseCase,
    used: async () => {
      const use_case = await createUseCase()
      await createPrompt({ use_case })
      return use_case
    },
    added: async () => ({
      ...held,
      category_id: (await createCategory()).id,
      texts: { en: { title: 'U' }, es: null },
    }),
  },
  prompts: {
    free: createPrompt,
    used: async () => {
      const { id: prompt_id } = await createPrompt()
      await db.rating.create({ data: { prompt_id, user_id: (await createPerson()).id, value: 3 } })
      return { id: prompt_id }
    },
    added: async () => ({
      ...held,
      use_case_id: (await createUseCase()).id,
      model_ids: [],
      tag_ids: [],
      test_records: [],
      length_tag: null,
      texts: { en: text, es: null },
    }),
  },
  sets: {
    free: async () =>
      db.promptSet.create({
        data: { slug: newSlug('set'), shelf: 'role', texts: { create: { locale: 'en', title: 'Set' } } },
        select: { id: true },
      }),
    added: async () => ({
      shelf: 'role',
      is_archived: false,
      prompt_ids: [],
      texts: { en: { title: 'Set' }, es: null },
    }),
  },
  pipelines: {
    free: createPipeline,
    added: async () => {
      const [one, two] = [await createPrompt(), await createPrompt()]
      const texts = { en: { hand_on: '', inputs: {} }, es: null }
      return {
        ...held,
        texts: { en: { title: 'P', short_description: '', how_to_use: '' }, es: null },
        steps: [one, two].map(({ id: prompt_id }) => ({ prompt_id, texts })),
      }
    },
  },
}

const listing = (noun: LibraryNoun) => () =>
  forAdmins(
    '200',
    (asking) => get(api.library(noun), asking),
    async (as) => ({ 400: await get(api.library(noun, { limit: 0 }), { as }) }),
  )

const adding =
  (noun: LibraryNoun, { added }: Made) =>
  async () => {
    const body = { slug: newSlug(noun), ...(await added()) }
    return forAdmins(
      '201',
      (asking) => post(api.library(noun), body, asking),
      async (as) => ({ 400: await post(api.library(noun), {}, { as }) }),
    )
  }

const getting =
  (noun: LibraryNoun, { free }: Made) =>
  async () => {
    const { id } = await free()
    return forAdmins(
      '200',
      (asking) => get(api.libraryItem(noun, id), asking),
      async (as) => ({
        400: await get(api.libraryItem(noun, 'first'), { as }),
        404: await get(api.libraryItem(noun, none), { as }),
      }),
    )
  }

const changing =
  (noun: LibraryNoun, { free, added }: Made) =>
  async () => {
    const [path, body, headers] = [api.libraryItem(noun, (await free()).id), await added(), everything]
    return forAdmins(
      '200',
      (asking) => put(path, body, { ...asking, headers }),
      async (as) => ({
        400: await put(path, {}, { as, headers }),
        404: await put(api.libraryItem(noun, none), body, { as, headers }),
        412: await put(path, body, { as, headers: { 'if-match': '"old"' } }),
        428: await put(path, body, { as }),
      }),
    )
  }

const removing =
  (noun: LibraryNoun, { free, used }: Made) =>
  async () => {
    const [path, headers] = [api.libraryItem(noun, (await free()).id), everything]
    const inUse = used && api.libraryItem(noun, (await used()).id)
    return forAdmins(
      '204',
      (asking) => remove(path, undefined, { ...asking, headers }),
      async (as) => ({
        400: await remove(api.libraryItem(noun, 'first'), undefined, { as, headers }),
        404: await remove(api.libraryItem(noun, none), undefined, { as, headers }),
        ...(inUse && { 409: await remove(inUse, undefined, { as, headers }) }),
        412: await remove(path, undefined, { as, headers: { 'if-match': '"old"' } }),
        428: await remove(path, undefined, { as }),
      }),
    )
  }

const previewing = (noun: OrderedNoun | 'prompts') => async () => {
  const { id } = await nouns[noun].free()
  return forAdmins(
    '200',
    (asking) => get(api.libraryPreview(noun, id, 0), asking),
    async (as) => ({
      400: await get(api.libraryPreview(noun, id, 10), { as }),
      404: await get(api.libraryPreview(noun, none, 0), { as }),
    }),
  )
}

const moving = (noun: OrderedNoun) => ({
  [`POST /api/admin/library/${noun}/{id}/move/`]: async () => {
    const { id } = await nouns[noun].free()
    return forAdmins(
      '200',
      (asking) => post(api.libraryMove(noun, id), { before: null }, asking),
      async (as) => ({
        400: await post(api.libraryMove(noun, id), {}, { as }),
        404: await post(api.libraryMove(noun, none), { before: null }, { as }),
      }),
    )
  },
})

const sorting = (noun: 'categories' | 'use-cases') => ({
  [`POST /api/admin/library/${noun}/by-name/`]: async () => {
    const body = noun === 'use-cases' ? { category_id: (await createCategory()).id } : undefined
    const headers = { 'content-type': 'application/json' }
    return forAdmins(
      '204',
      (asking) => post(api.libraryByName(noun), body, asking),
      async (as) => ({ 400: await post(api.libraryByName(noun), '{"no":', { as, headers }) }),
    )
  },
})

const headers = { 'content-type': 'application/octet-stream' }
const upload = (content: string | Buffer, { as }: { as?: Person } = {}, query = {}) =>
  post(api.libraryImport(query), content, { as, headers })

async function tried(as: Person): Promise<string> {
  let sent: TestResponse | undefined
  // The previous import may still be running.
  await until(async () => (sent = await upload('{"no":\n', { as }, { dry_run: '1' })).status === 202)
  const { body } = sent as unknown as TestResponse
  await until(async () => (await get(api.libraryImportRun(body.id), { as })).body.finished_at !== null)
  return body.id as string
}

const unknown = '00000000-0000-7000-8000-000000000000'
const imports: Record<string, () => Promise<Cases>> = {
  'POST /api/admin/library/import/': () =>
    forAdmins(
      '202',
      (asking) => upload('{}', asking),
      async (as) => {
        const wrong = { 400: await upload('', { as }), 413: await upload(Buffer.alloc(maxImportBytes + 1, 32), { as }) }
        const data = { format: 'ndjson', dry_run: true, expires_at: new Date(), state: 'running' } as const
        const { id } = await db.libraryImport.create({ data })
        const refused = await upload('{}', { as })
        await db.libraryImport.delete({ where: { id } })
        return { ...wrong, 409: refused }
      },
    ),
  'GET /api/admin/library/import/': () => forAdmins('200', (asking) => get(api.libraryImport(), asking)),
  'GET /api/admin/library/export/': () => forAdmins('200', (asking) => get(api.libraryExport, asking)),
}
for (const [name, pathOf] of [
  ['GET /api/admin/library/import/{id}/', api.libraryImportRun],
  ['GET /api/admin/library/import/{id}/rejected/', api.libraryImportRejected],
] as const)
  imports[name] = async () => {
    const id = await tried(await createPerson({ role: 'admin' }))
    return forAdmins(
      '200',
      (asking) => get(pathOf(id), asking),
      async (as) => ({ 400: await get(pathOf('first'), { as }), 404: await get(pathOf(unknown), { as }) }),
    )
  }
imports['POST /api/admin/library/import/{id}/run/'] = async () => {
  const admin = await createPerson({ role: 'admin' })
  const id = await tried(admin)
  const cases = await forAdmins(
    '202',
    (asking) => post(api.libraryImportStart(id), undefined, asking),
    async (as) => ({
      400: await post(api.libraryImportStart('first'), undefined, { as }),
      404: await post(api.libraryImportStart(unknown), undefined, { as }),
    }),
  )
  await until(async () => (await get(api.libraryImportRun(id), { as: admin })).body.finished_at !== null)
  await db.libraryImport.update({ where: { id }, data: { dry_run: true, state: 'failed' }, select: { id: true } })
  return { ...cases, 409: await post(api.libraryImportStart(id), undefined, { as: admin }) }
}

const bulk = async (): Promise<Cases> => {
  const [{ id }, of] = [await createPrompt(), await createUseCase()]
  const change = { required_tier: 1 }
  const body = { selection: { ids: [id] }, change }
  const counted = { selection: { filter: { use_case: of.id }, expected_count: 1 }, change }
  return forAdmins(
    '200',
    (asking) => post(api.promptBulk(), body, asking),
    async (as) => ({
      400: await post(api.promptBulk(), { ...body, change: {} }, { as }),
      409: await post(api.promptBulk(), counted, { as }),
    }),
  )
}

export function adminLibraryAnswers(): Record<string, () => Promise<Cases>> {
  const ofNouns = Object.entries(nouns).flatMap(([name, made]) => {
    const [noun, path] = [name as LibraryNoun, `/api/admin/library/${name}/`]
    return [
      [`GET ${path}`, listing(noun)],
      [`POST ${path}`, adding(noun, made)],
      [`GET ${path}{id}/`, getting(noun, made)],
      [`PUT ${path}{id}/`, changing(noun, made)],
      [`DELETE ${path}{id}/`, removing(noun, made)],
    ] as const
  })
  const previews = (['categories', 'use-cases', 'prompts', 'pipelines'] as const).map(
    (noun) => [`GET /api/admin/library/${noun}/{id}/preview/`, previewing(noun)] as const,
  )
  return {
    ...Object.fromEntries([...ofNouns, ...previews]),
    ...moving('categories'),
    ...moving('use-cases'),
    ...moving('pipelines'),
    ...moving('sets'),
    ...sorting('categories'),
    ...sorting('use-cases'),
    ...imports,
    'POST /api/admin/library/prompts/bulk/': bulk,
  }
}
