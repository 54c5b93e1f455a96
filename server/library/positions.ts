import { Prisma } from '../db.ts'

const column = Prisma.raw
type Shelf = { table: string; item: string; owner: string }
const shelves = {
  collections: { table: 'collection', item: 'id', owner: 'user_id' },
  prompts: { table: 'collection_prompt', item: 'prompt_id', owner: 'collection_id' },
} satisfies Record<string, Shelf>

const nothing = { id: 0, position: 2_147_483_647 }

/**
 * Numbers what stands on a shelf from 0, without gaps, in the order it has; what is moved takes its new place, and
 * what was there moves on. Only for who holds the owner's row.
 */
export function renumber(kind: keyof typeof shelves, owner_id: number, moved = nothing): Prisma.Sql {
  const { table, item, owner } = shelves[kind]
  return Prisma.sql`
    UPDATE ${column(table)} AS shelved SET position = placed.place
      FROM (SELECT id, CASE WHEN id = ${moved.id} THEN least(${moved.position}, last) WHEN rank < ${moved.position} THEN rank ELSE rank + 1 END AS place
              FROM (SELECT ${column(item)} AS id, (count(*) OVER ())::int - 1 AS last,
                           (row_number() OVER (ORDER BY ${column(item)} = ${moved.id}, position, ${column(item)}))::int - 1 AS rank
                      FROM ${column(table)} WHERE ${column(owner)} = ${owner_id}) AS ranked) AS placed
     WHERE shelved.${column(owner)} = ${owner_id} AND shelved.${column(item)} = placed.id AND shelved.position <> placed.place`
}
