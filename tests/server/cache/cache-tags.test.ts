import { expect, test } from 'vitest'
import { cacheTags } from '../../../server/cache/cache-tags.ts'
import { openApp, sql } from '../../support/app.ts'

await openApp()

/** Whole tags, and prefixes of tags with an id, such as `prompt:`. */
const kinds = Object.values(cacheTags).map((tag) => (typeof tag === 'string' ? tag : tag(0).slice(0, -1)))

test('the database triggers announce every cache tag of the code, and no other', async () => {
  const { rows } = await sql.query<{ source: string; args: string[] }>(`
    SELECT prosrc AS source, coalesce(array_agg(DISTINCT encode(tgargs, 'escape')) FILTER (WHERE tgargs IS NOT NULL), '{}') AS args
      FROM pg_proc LEFT JOIN pg_trigger ON tgfoid = pg_proc.oid
     WHERE pronamespace = 'public'::regnamespace AND prosrc ~ '\\m(announce|invalidate)\\('
     GROUP BY pg_proc.oid, prosrc`)
  const sent = rows.flatMap(({ source, args }) => {
    const lists = [...source.matchAll(/ARRAY\[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/'[^']*'/g) ?? [])
    const named = [...lists, ...(source.match(/'[a-z_]+:'/g) ?? [])].map((text) => text.slice(1, -1))
    return [...named, ...args.flatMap((text) => text.split(String.raw`\000`))].filter((tag) => tag !== '')
  })
  expect([...new Set(sent)].toSorted()).toEqual(kinds.toSorted())
})
