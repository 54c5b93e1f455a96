const steps = `(
  SELECT pipeline.id AS pipeline_id, step.position, (value ->> 'prompt_id')::int AS prompt_id, value
    FROM json_to_recordset($1::json) AS row (slug text, steps json) JOIN pipeline USING (slug),
         json_array_elements(row.steps) WITH ORDINALITY AS step (value, position))`
const stepTexts = `(
  SELECT pipeline_id, position, text.key::locale AS locale, text.value ->> 'hand_on' AS hand_on, (text.value -> 'inputs')::jsonb AS inputs
    FROM ${steps} AS step, json_each(step.value -> 'texts') AS text)`
const ofRows = 'pipeline_id IN (SELECT pipeline_id FROM told)'
const slug = '(SELECT slug FROM pipeline WHERE id = pipeline_id) AS slug'

const statements = [
  `UPDATE pipeline SET created_at = row.created_at
     FROM json_to_recordset($1::json) AS row (slug text, created_at timestamptz(3))
    WHERE pipeline.slug = row.slug AND pipeline.created_at <> row.created_at RETURNING pipeline.slug`,
  `WITH told AS (SELECT * FROM ${steps} AS step)
   DELETE FROM pipeline_step AS known WHERE ${ofRows} AND (pipeline_id, position) NOT IN (SELECT pipeline_id, position FROM told)
   RETURNING ${slug}`,
  `INSERT INTO pipeline_step AS known (pipeline_id, position, prompt_id) SELECT pipeline_id, position, prompt_id FROM ${steps} AS told
   ON CONFLICT (pipeline_id, position) DO UPDATE SET prompt_id = excluded.prompt_id WHERE known.prompt_id <> excluded.prompt_id
   RETURNING ${slug}`,
  `WITH told AS (SELECT * FROM ${stepTexts} AS text)
   DELETE FROM pipeline_step_text AS known
    WHERE ${ofRows} AND (pipeline_id, position, locale) NOT IN (SELECT pipeline_id, position, locale FROM told)
   RETURNING ${slug}`,
  `INSERT INTO pipeline_step_text AS known (pipeline_id, position, locale, hand_on, inputs) SELECT * FROM ${stepTexts} AS told
   ON CONFLICT (pipeline_id, position, locale) DO UPDATE SET hand_on = excluded.hand_on, inputs = excluded.inputs
    WHERE (known.hand_on, known.inputs) IS DISTINCT FROM (excluded.hand_on, excluded.inputs)
   RETURNING ${slug}`,
]

/** Merges dates and steps from JSON, `[{slug, created_at?, steps: [{prompt_id, texts}]}]`. Returns changed slugs. */
export async function mergePipelineParts(
  slugsOf: (statement: string, values: unknown[]) => Promise<string[]>,
  rowsJson: string,
): Promise<string[]> {
  const touched = []
  for (const statement of statements) touched.push(...(await slugsOf(statement, [rowsJson])))
  return touched
}
