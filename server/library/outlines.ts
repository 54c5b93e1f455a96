import { inputsOf } from '#shared/library/placeholders.ts'
import { countWords } from '#shared/texts.ts'
import type { ExecuteSql } from '../database/db.ts'

const batchRows = 200

type Text = { prompt_id: number; locale: string; content: string; labels: Record<string, string> }

/**
 * Computes outdated outlines: of one prompt, or a batch of all. Skips rows that are locked. Returns the number of rows. The
 * texts are read after the rows are locked, so that a concurrent change marks them again.
 */
export async function writeOutlines(executeSql: ExecuteSql, prompt_id: number | null = null): Promise<number> {
  const { rows: outdated } = await executeSql(
    `SELECT prompt_id, locale FROM prompt_outline WHERE NOT is_current AND ($1::int IS NULL OR prompt_id = $1)
      ORDER BY prompt_id LIMIT ${batchRows} FOR NO KEY UPDATE SKIP LOCKED`,
    [prompt_id],
  )
  if (outdated.length === 0) return 0
  const { rows: texts } = await executeSql(
    `SELECT text.prompt_id, text.locale, text.content, text.labels
       FROM json_to_recordset($1::json) AS outdated (prompt_id int, locale locale) JOIN prompt_text AS text USING (prompt_id, locale)`,
    [JSON.stringify(outdated)],
  )
  const outlines = (texts as Text[]).map(({ content, labels, ...key }) => ({
    ...key,
    inputs: inputsOf(content, labels),
    word_count: countWords(content),
  }))
  await executeSql(
    `UPDATE prompt_outline AS outline SET inputs = computed.inputs, word_count = computed.word_count, is_current = true
       FROM json_to_recordset($1::json) AS computed (prompt_id int, locale locale, inputs text[], word_count int)
      WHERE outline.prompt_id = computed.prompt_id AND outline.locale = computed.locale`,
    [JSON.stringify(outlines)],
  )
  return outlines.length
}
