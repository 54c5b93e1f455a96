import { forumPaths } from '#shared/forum/paths.ts'
import { db, Prisma } from '../database/db.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'

type Source = { table: 'comment' | 'thread' | 'pending_edit'; text: string; html: string; also: Prisma.Sql }
const sources: Source[] = [
  { table: 'pending_edit', text: 'text', html: 'html', also: Prisma.empty },
  { table: 'comment', text: 'body', html: 'body_html', also: Prisma.empty },
  {
    table: 'thread',
    text: 'description',
    html: 'description_html',
    also: Prisma.sql`, excerpt = regexp_replace(excerpt, named.pattern, named.unnamed, 'g')`,
  },
]

const mentioning = ({ table, html }: Source, username: string) => {
  const column = Prisma.raw(`${table}.${html}`)
  return Prisma.sql`${column} LIKE '%<a href="/forum?author=%'
    AND mentions_in(${column}) @> ARRAY[${forumPaths.forum({ author: username })}]::text[]`
}

export const selectMentions = (username: string) =>
  Prisma.join(
    sources.map((source) => Prisma.sql`SELECT FROM ${Prisma.raw(source.table)} WHERE ${mentioning(source, username)}`),
    ' UNION ALL ',
  )

const batch = (source: Source, username: string, { before, after, rows }: Mentions & { after: number }) => {
  const [table, text, html] = [source.table, source.text, source.html].map((name) => Prisma.raw(name))
  const href = forumPaths.forum({ author: username }).replaceAll('?', String.raw`\?`)
  return db.$queryRaw<{ id: number }[]>`
    UPDATE ${table}
       SET ${text} = regexp_replace(${text}, named.pattern, named.unnamed, 'g'),
           ${html} = regexp_replace(${html}, ${`<a href="${href}"[^>]*>@${username}</a>`}, '@…', 'g') ${source.also}
      FROM (SELECT ${String.raw`(^|[^[:alnum:]_@./\\-])@${username}(?![[:alnum:]_@/-])`}::text AS pattern, ${String.raw`\1@…`}::text AS unnamed) AS named
     WHERE id = ANY (ARRAY(
       SELECT id FROM ${table} WHERE ${mentioning(source, username)} AND id > ${after} AND created_at < ${before}
        ORDER BY id LIMIT ${rows} FOR NO KEY UPDATE))
    RETURNING id`
}

type Mentions = { before: Date; rows: number }

export async function removeMentions(username: string, mentions: Mentions, endsAt: number): Promise<boolean> {
  for (const source of sources) {
    let after = 0
    for (let found = mentions.rows; found === mentions.rows;) {
      if (performance.now() > endsAt) return false
      const from = after
      const changed = await retryDeadlock(() => batch(source, username, { ...mentions, after: from }))
      found = changed.length
      after = changed.reduce((most, { id }) => Math.max(most, id), after)
    }
  }
  return true
}
