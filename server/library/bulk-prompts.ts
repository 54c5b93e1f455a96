import { maxIds } from '#shared/admin/fields.ts'
import { maxBulk } from '#shared/admin/library-bulk.ts'
import type { PromptBulk, PromptBulkResult } from '#shared/admin/library-bulk.ts'
import { inTransaction, Prisma } from '../database/db.ts'
import type { ExecuteSql } from '../database/db.ts'
import type { Editor } from '../editing/edit.ts'
import { FieldProblem, HttpProblem } from '../problem.ts'
import { missingReference } from './items.ts'
import { promptFilterCondition } from './prompt-rows.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'
import { messageWithParams } from '../translate.ts'

type Change = PromptBulk['change']

const run = async <Row>(executeSql: ExecuteSql, { text, values }: Prisma.Sql) =>
  (await executeSql(text, values)).rows as Row[]

/** Locks the selected rows in order of id, so that two selections cannot deadlock. Throws 400, 409. */
async function lockSelection(
  executeSql: ExecuteSql,
  selection: PromptBulk['selection'],
  isTrial: boolean,
): Promise<number[]> {
  const isListed = 'ids' in selection
  const condition = isListed
    ? Prisma.sql`id = ANY (${selection.ids}::int[])`
    : await promptFilterCondition(executeSql, selection.filter)
  const rows = await run<{ id: number }>(
    executeSql,
    Prisma.sql`SELECT id FROM prompt WHERE ${condition} ORDER BY id LIMIT ${maxBulk + 1} ${isTrial ? Prisma.empty : Prisma.sql`FOR NO KEY UPDATE`}`,
  )
  const ids = rows.map(({ id }) => id)
  const count = isListed ? new Set(selection.ids).size : ids.length
  if (count > maxBulk)
    throw new FieldProblem('selection', messageWithParams('edited_library.too_many', { max: maxBulk }))
  if (ids.length < count) throw new FieldProblem('selection', 'edited_library.gone')
  if (!isListed && !isTrial && selection.expected_count !== ids.length)
    throw new HttpProblem(409, 'edited_library.count_changed', { code: 'count_changed', count: ids.length })
  return ids
}

/** Locks the rows that the change refers to; a dry run only reads them. */
async function lockReferences(
  executeSql: ExecuteSql,
  table: 'tag' | 'use_case',
  { ids = [], field, isTrial }: { ids?: number[] | undefined; field: string; isTrial: boolean },
) {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return
  const rows = await run(
    executeSql,
    Prisma.sql`SELECT id FROM ${Prisma.raw(table)} WHERE id = ANY (${unique}::int[]) ORDER BY id ${isTrial ? Prisma.empty : Prisma.sql`FOR KEY SHARE`}`,
  )
  if (rows.length < unique.length) throw new FieldProblem(field, missingReference[table])
}

function changedColumns({ required_tier, add_tag_ids = [], remove_tag_ids = [], use_case_id, is_archived }: Change) {
  const archived =
    is_archived === undefined
      ? Prisma.sql`archived_at`
      : is_archived
        ? Prisma.sql`coalesce(archived_at, now())`
        : Prisma.sql`NULL::timestamptz`
  return Prisma.sql`
    coalesce(${required_tier ?? null}::smallint, required_tier) AS required_tier,
    coalesce(${use_case_id ?? null}::int, use_case_id) AS use_case_id, ${archived} AS archived_at,
    ARRAY(SELECT tag_id FROM (
            SELECT tag_id, place FROM unnest(tag_ids) WITH ORDINALITY AS had (tag_id, place)
            UNION ALL
            SELECT tag_id, 1000 + place FROM unnest(${add_tag_ids}::int[]) WITH ORDINALITY AS added (tag_id, place)
             WHERE tag_id <> ALL (tag_ids)) AS tag
           WHERE tag_id <> ALL (${remove_tag_ids}::int[]) ORDER BY place) AS tag_ids`
}

const changing = (ids: number[], change: Change) => Prisma.sql`
  SELECT former.id, former.required_tier AS former_tier, former.use_case_id AS former_use_case_id, former.tag_ids AS former_tag_ids,
         former.archived_at AS former_archived_at, made.*
    FROM prompt AS former, LATERAL (SELECT ${changedColumns(change)} FROM (SELECT former.*) AS prompt) AS made
   WHERE former.id = ANY (${ids}::int[])
     AND (former.required_tier, former.use_case_id, former.tag_ids, former.archived_at IS NULL)
         IS DISTINCT FROM (made.required_tier, made.use_case_id, made.tag_ids, made.archived_at IS NULL)`

/** Throws 400 if a prompt would get too many tags, with which the editor could not save it. */
async function checkTagCounts(executeSql: ExecuteSql, ids: number[], change: Change) {
  const full = await run(
    executeSql,
    Prisma.sql`SELECT FROM (${changing(ids, change)}) AS changing
      WHERE cardinality(tag_ids) > greatest(${maxIds}::int, cardinality(former_tag_ids)) LIMIT 1`,
  )
  if (full.length > 0)
    throw new FieldProblem('change.add_tag_ids', messageWithParams('edited_library.too_many_tags', { max: maxIds }))
}

/** SQL: audit states with the changed fields only, since the history stores one for each prompt. */
const entryStates = (prefix: string) =>
  Prisma.raw(`jsonb_strip_nulls(jsonb_build_object(
  'required_tier', CASE WHEN required_tier <> former_tier THEN ${prefix ? 'former_tier' : 'required_tier'} END,
  'use_case_id', CASE WHEN use_case_id <> former_use_case_id THEN ${prefix ? 'former_use_case_id' : 'use_case_id'} END,
  'tag_ids', CASE WHEN tag_ids <> former_tag_ids THEN to_jsonb(${prefix ? 'former_tag_ids' : 'tag_ids'}) END,
  'is_archived', CASE WHEN (archived_at IS NULL) <> (former_archived_at IS NULL) THEN ${prefix ? 'former_archived_at' : 'archived_at'} IS NOT NULL END))`)

const write = (ids: number[], change: Change, editor: Editor) => Prisma.sql`
  WITH changing AS MATERIALIZED (${changing(ids, change)}), written AS (
    UPDATE prompt SET required_tier = changing.required_tier, use_case_id = changing.use_case_id, tag_ids = changing.tag_ids,
           archived_at = changing.archived_at, updated_at = now()
      FROM changing WHERE prompt.id = changing.id RETURNING prompt.id
  ), noted AS (
    INSERT INTO audit_entry (actor_id, kind, action, target, before, after)
    SELECT ${editor.id}::int, 'prompt', 'changed', id::text, ${entryStates('former')}, ${entryStates('')} FROM changing ORDER BY id
  )
  SELECT count(*)::int AS changed FROM written`

type Bulk = PromptBulk & { dry_run: boolean; editor: Editor }

/** Changes all selected prompts or none. Adds one audit entry. Throws 400, and 409 for an unexpected count. */
export function changePrompts({ selection, change, dry_run, editor }: Bulk): Promise<PromptBulkResult> {
  if (Object.values(change).every((value) => value === undefined))
    throw new FieldProblem('change', 'edited_library.nothing_to_change')
  return retryDeadlock(() =>
    inTransaction(async (executeSql) => {
      const ids = await lockSelection(executeSql, selection, dry_run)
      const { add_tag_ids, use_case_id } = change
      const use_case_ids = use_case_id === undefined ? [] : [use_case_id]
      await lockReferences(executeSql, 'tag', { ids: add_tag_ids, field: 'change.add_tag_ids', isTrial: dry_run })
      await lockReferences(executeSql, 'use_case', { ids: use_case_ids, field: 'change.use_case_id', isTrial: dry_run })
      if (change.add_tag_ids) await checkTagCounts(executeSql, ids, change)
      if (dry_run) {
        const [counted] = await run<{ changed: number }>(
          executeSql,
          Prisma.sql`SELECT count(*)::int AS changed FROM (${changing(ids, change)}) AS changing`,
        )
        return { selected: ids.length, changed: counted?.changed ?? 0, dry_run }
      }
      // A job then rebuilds the search rows of many prompts. Until then only titles find them.
      if (ids.length > maxWrittenAtOnce) await executeSql(`SET LOCAL "library.defer_search" = 'on'`)
      const [written] = await run<{ changed: number }>(executeSql, write(ids, change, editor))
      const result = { selected: ids.length, changed: written?.changed ?? 0, dry_run }
      const after = { selection: 'ids' in selection ? { ids } : selection, change, ...result }
      if (result.changed > 0)
        await executeSql(
          `INSERT INTO audit_entry (actor_id, kind, action, target, after) VALUES ($1, 'library', 'bulk_changed', 'prompts', $2)`,
          [editor.id, JSON.stringify(after)],
        )
      return result
    }),
  )
}

const maxWrittenAtOnce = 200
