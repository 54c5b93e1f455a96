import type { Client } from 'pg'

/** Tables that are copied completely, since they are small. */
const copied = [
  'model',
  'tag',
  'tag_text',
  'functional_group',
  'functional_group_text',
  'category',
  'category_text',
  'use_case',
  'use_case_text',
  'pipeline',
  'pipeline_text',
  'pipeline_step',
  'pipeline_step_text',
  'prompt_set',
  'prompt_set_text',
]
const copiedByName = ['prompt', 'prompt_text'] // tables of which the prompts named in the file are copied
const numbered = ['model', 'tag', 'functional_group', 'category', 'use_case', 'pipeline', 'prompt', 'prompt_set']

/** Creates temporary tables that hide the library's. A dry run uses them, without locks, sequences or traces. */
export async function createShadowTables(client: Client): Promise<void> {
  await client.query('CREATE TEMPORARY SEQUENCE shadow_id INCREMENT -1')
  for (const table of [...copied, ...copiedByName])
    await client.query(
      `CREATE TEMPORARY TABLE ${table} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)`,
    )
  for (const table of numbered)
    await client.query(`ALTER TABLE pg_temp.${table} ALTER id SET DEFAULT nextval('pg_temp.shadow_id')`)
  for (const table of copied) await client.query(`INSERT INTO pg_temp.${table} SELECT * FROM public.${table}`)
}

/** Copies the prompts that the next rows refer to. Rows that this run has written stay. */
export async function shadowPrompts(client: Client, slugs: string[]): Promise<void> {
  await client.query({
    name: 'shadow-prompts',
    text: `
      WITH loaded AS (
        INSERT INTO pg_temp.prompt SELECT * FROM public.prompt WHERE slug = ANY ($1) ON CONFLICT DO NOTHING RETURNING id)
      INSERT INTO pg_temp.prompt_text SELECT known.* FROM public.prompt_text AS known JOIN loaded ON loaded.id = prompt_id`,
    values: [slugs],
  })
}
