import { Prisma } from '../database/db.ts'

const column = Prisma.raw
type OrderedTable = { table: string; item: string; owner: string }
const orderedTables = {
  collections: { table: 'collection', item: 'id', owner: 'user_id' },
  prompts: { table: 'collection_prompt', item: 'prompt_id', owner: 'collection_id' },
} satisfies Record<string, OrderedTable>

const noMove = { id: 0, position: 2_147_483_647 }

/** SQL: numbers positions from 0 without gaps; `moved` gets its new position. Expects a lock on the owner's row. */
export function renumberPositions(kind: keyof typeof orderedTables, owner_id: number, moved = noMove): Prisma.Sql {
  const { table, item, owner } = orderedTables[kind]
  return Prisma.sql`
    UPDATE ${column(table)} AS shelved SET position = placed.place
      FROM (SELECT id, CASE WHEN id = ${moved.id} THEN least(${moved.position}, last) WHEN rank < ${moved.position} THEN rank ELSE rank + 1 END AS place
              FROM (SELECT ${column(item)} AS id, (count(*) OVER ())::int - 1 AS last,
                           (row_number() OVER (ORDER BY ${column(item)} = ${moved.id}, position, ${column(item)}))::int - 1 AS rank
                      FROM ${column(table)} WHERE ${column(owner)} = ${owner_id}) AS ranked) AS placed
     WHERE shelved.${column(owner)} = ${owner_id} AND shelved.${column(item)} = placed.id AND shelved.position <> placed.place`
}
