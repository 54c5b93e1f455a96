import type { PromptTitle, PromptTitles } from '#shared/library/titles.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { jsonRows } from '../sql/json-rows.ts'
import { promptText } from './sql.ts'

const maxTitles = 5_000
/** Characters of the response. Compressed, they are at most 40 KiB. */
const maxCharacters = 125_000

const lengthOf = (item: object) => JSON.stringify(item).length

/** Leaves out the last titles, and descriptions, that exceed the maximum. */
function fit(rows: Required<PromptTitle>[]): PromptTitle[] {
  let left = maxCharacters
  const listed = rows.filter((row) => (left -= lengthOf({ ...row, short_description: undefined })) >= 0)
  return listed.map(({ short_description, ...title }) => {
    left -= lengthOf({ short_description })
    return left >= 0 ? { ...title, short_description } : title
  })
}

/** Lists titles and descriptions of the latest prompts for the search in the browser. */
export async function listTitles(locale: Locale): Promise<Tagged<PromptTitles>> {
  const rows = await jsonRows<Required<PromptTitle>>(Prisma.sql`
    SELECT json_build_object('slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'required_tier', required_tier) AS answer
      FROM (SELECT id, created_at FROM prompt WHERE archived_at IS NULL
             ORDER BY created_at DESC, id DESC LIMIT ${maxTitles}) AS latest
      JOIN effective_prompt AS prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     ORDER BY latest.created_at DESC, prompt.id DESC`)
  const tags = [cacheTags.categories, cacheTags.useCases, cacheTags.promptDates]
  return { value: { results: fit(rows) }, cacheTags: tags }
}
