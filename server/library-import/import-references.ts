import type { Client } from 'pg'
import type { MergedPrompt } from './import-merge.ts'
import type { LibraryRow, RowOf, RowType } from './import-rows.ts'

export class Unresolved extends Error {}

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
    const { rows } = await client.query<{ id: number; slug: string }>(`SELECT id, slug FROM ${References.tables[type]}`)
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
    if (id === undefined) throw new Unresolved(`${type}: there is no ${type} "${slug}"`)
    return id
  }
}

export function resolve(row: LibraryRow, references: References) {
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

const defaultTexts = { short_description: '', how_to_use: '', known_issues: '', example: '', labels: {} }
function withDefaults(texts: RowOf<'prompt'>['texts']): MergedPrompt['texts'] {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, fields]) => [locale, fields && { ...defaultTexts, ...fields }]),
  )
}

const optional = ['short_description', 'how_to_use', 'known_issues'] as const
const gapsOf = ({ en, es }: RowOf<'prompt'>['texts']) => [
  ...(es ? [] : ['es']),
  ...optional.filter((name) => [en, es].some((text) => text && !text[name])),
]

export function resolvePrompt(row: RowOf<'prompt'>, references: References, partial: boolean): MergedPrompt {
  return {
    slug: row.slug,
    use_case_id: references.idOf('use_case', row.use_case),
    required_tier: row.required_tier,
    length_tag: row.length_tag,
    model_ids: partial ? null : row.models.map((slug) => references.idOf('model', slug)),
    tag_ids: partial ? null : row.tags.map((slug) => references.idOf('tag', slug)),
    created_at: row.created_at ?? null,
    archived: row.archived ?? null,
    gaps: gapsOf(row.texts),
    texts: partial ? row.texts : withDefaults(row.texts),
  }
}
