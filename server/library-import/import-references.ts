import type { Client } from 'pg'
import { librarySlugPattern } from '#shared/slugs.ts'
import type { MergedPrompt } from './import-merge.ts'
import type { LibraryRow, RowOf, RowType } from './import-rows.ts'
import { RowProblem } from './reasons.ts'
import { messageWithParams } from '../translate.ts'

export class References {
  #ids = new Map<string, number>()
  static readonly tables = {
    model: 'model',
    tag: 'tag',
    functional: 'functional_group',
    category: 'category',
    use_case: 'use_case',
  }
  static has(type: RowType): type is keyof typeof References.tables {
    return Object.hasOwn(References.tables, type)
  }

  async load(client: Client, type: keyof typeof References.tables) {
    const table = References.tables[type]
    // Current slugs come last and win, since another item may use a former slug now.
    const { rows } = await client.query<{ id: number; slug: string }>(
      `SELECT item_id AS id, slug FROM former_slug WHERE kind = $1 UNION ALL SELECT id, slug FROM ${table}`,
      [table],
    )
    for (const { id, slug } of rows) this.#ids.set(`${type} ${slug}`, id)
  }
  async loadAll(client: Client) {
    for (const type of ['model', 'tag', 'functional', 'category', 'use_case'] as const) await this.load(client, type)
  }
  has(type: keyof typeof References.tables, slug: string): boolean {
    return this.#ids.has(`${type} ${slug}`)
  }
  idOf(type: keyof typeof References.tables, slug: string): number {
    const id = this.#ids.get(`${type} ${slug}`)
    if (id === undefined)
      throw new RowProblem([{ at: type, message: messageWithParams('import.none', { type, slug }) }])
    return id
  }
}

type Renamed = ReadonlyMap<string, string>

/** Returns current slugs by kind and former slug. */
export async function readFormerSlugs(client: Client): Promise<Renamed> {
  const kinds = ['prompt', 'category', 'use_case', 'pipeline']
  const named = kinds.map((kind) => `SELECT '${kind}' AS kind, id, slug FROM public.${kind}`).join(' UNION ALL ')
  const { rows } = await client.query<{ former: string; slug: string }>(
    `SELECT item.kind || ' ' || former_slug.slug AS former, item.slug
       FROM former_slug JOIN (${named}) AS item ON item.kind = former_slug.kind AND item.id = item_id`,
  )
  return new Map(rows.map(({ former, slug }) => [former, slug]))
}

/** Returns stored slugs that a new item could not have, each after its row type: 'tag año'. */
export async function readNonStandardSlugs(client: Client): Promise<ReadonlySet<string>> {
  const tables = { ...References.tables, prompt: 'prompt', pipeline: 'pipeline', prompt_set: 'prompt_set' }
  const odd = Object.entries(tables).map(
    ([type, table]) => `SELECT '${type} ' || slug AS name FROM public.${table} WHERE slug COLLATE "C" !~ $1`,
  )
  const { rows } = await client.query<{ name: string }>(odd.join(' UNION ALL '), [librarySlugPattern.source])
  return new Set(rows.map(({ name }) => name))
}

/** Returns the row with current slugs instead of former ones. */
export function withCurrentSlugs(row: LibraryRow, renamed: Renamed): LibraryRow {
  if (renamed.size === 0) return row
  const current = (kind: string, slug: string) => renamed.get(`${kind} ${slug}`) ?? slug
  const named = { ...row, slug: current(row.type, row.slug) }
  if (named.type === 'prompt_set') return { ...named, prompts: named.prompts.map((slug) => current('prompt', slug)) }
  if (named.type !== 'pipeline') return named
  return { ...named, steps: named.steps.map((step) => ({ ...step, prompt: current('prompt', step.prompt) })) }
}

export function resolveReferences(row: LibraryRow, references: References) {
  const models = (slugs: string[]) => slugs.map((slug) => references.idOf('model', slug))
  switch (row.type) {
    case 'functional':
      return { ...row, model_ids: models(row.models) }
    case 'category':
      return { ...row, functional_group_id: references.idOf('functional', row.functional) }
    case 'use_case':
      return { ...row, category_id: references.idOf('category', row.category) }
    default:
      return row
  }
}

const defaultTexts = {
  short_description: '',
  how_to_use: '',
  known_issues: '',
  example: '',
  example_values: {},
  labels: {},
}
function withDefaults(texts: RowOf<'prompt'>['texts']): MergedPrompt['texts'] {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, fields]) => [locale, fields && { ...defaultTexts, ...fields }]),
  )
}

const optional = ['short_description', 'how_to_use', 'known_issues'] as const
const missingPartsOf = ({ en, es }: RowOf<'prompt'>['texts']) => [
  ...(es ? [] : ['es']),
  ...optional.filter((name) => [en, es].some((text) => text && !text[name])),
]

export function resolvePromptReferences(row: RowOf<'prompt'>, references: References, partial: boolean): MergedPrompt {
  return {
    slug: row.slug,
    use_case_id: references.idOf('use_case', row.use_case),
    required_tier: row.required_tier,
    length_tag: row.length_tag,
    model_ids: partial ? null : row.models.map((slug) => references.idOf('model', slug)),
    tag_ids: partial ? null : row.tags.map((slug) => references.idOf('tag', slug)),
    created_at: row.created_at ?? null,
    archived: row.archived ?? null,
    test_records: partial ? null : row.test_records,
    gaps: missingPartsOf(row.texts),
    texts: partial ? row.texts : withDefaults(row.texts),
  }
}
