import type { Client } from 'pg'
import { renderVersion } from '../../../server/markdown/markdown.ts'
import { withClient, findRetainedDatabase } from '../database.ts'
import type { Database } from '../database.ts'
import { checkCommunity } from './community-check.ts'
import { renderTexts } from './community-texts.ts'
import type { RenderedText } from './community-texts.ts'
import { formatInteger } from '../figures.ts'
import { startProduct } from '../product.ts'
import { vocabulary } from '../data/words.ts'

export const sizesOf = (threads: number) => ({
  threads,
  comments: 10 * threads,
  people: Math.ceil(threads / 5),
  posts: Math.max(200, Math.ceil(threads / 20)),
  /** The thread with most comments has 2 % of all. */
  longestBranch: Math.max(8, 8 * Math.floor(threads / 1_600)),
})
type Sizes = ReturnType<typeof sizesOf>

export const biggestThread = 1
/** Author of the largest thread; users of the starter content have smaller ids. */
const firstPerson = 1_001
export const slugOf = (id: number | string) => `bench-thread-${id}`

/** Deterministic pseudo-random numbers from 0 to 1. */
const chance = `CREATE FUNCTION pg_temp.chance(n bigint, seed bigint) RETURNS float8 IMMUTABLE LANGUAGE sql
  AS $$ SELECT (hashint8extended(n, seed) & 1048575) / 1048576.0 $$`

const words = (id: string, count: number) => `(SELECT string_agg(
  (SELECT word FROM word WHERE word.rank = floor(power(pg_temp.chance(${id}, place), 4) * 30000)::int), ' ') FROM generate_series(1, ${count}) AS place)`

const people = ({ people: count }: Sizes) => `
  INSERT INTO "user" (id, username, username_skeleton, email, email_confirmed_at, created_at, avatar_color)
  SELECT n, 'bench-' || n, 'bench ' || n, 'bench-' || n || '@example.test', now(), now() - interval '2 years',
         (ARRAY['#4c2fa2', '#0f766e', '#b45309', '#be123c'])[1 + n % 4]
    FROM generate_series(${firstPerson}, ${firstPerson + count - 1}) AS n`

/** A few threads have most comments, hidden threads none. All comments are newer than all threads. */
const comments = ({ threads, comments: count, people: writers, longestBranch }: Sizes) => [
  `CREATE TEMP TABLE place AS
   SELECT id, thread_id, (row_number() OVER (PARTITION BY thread_id ORDER BY id) - 1)::int AS ordinal
     FROM (SELECT id, CASE WHEN thread % 25 = 3 OR thread % 50 = 7 THEN thread - 1 ELSE thread END AS thread_id
             FROM (SELECT n::int AS id, CASE WHEN n % 50 = 0 THEN ${biggestThread}
                     ELSE 2 + (floor(power(pg_temp.chance(n, 1), 2) * ${threads - 1})::bigint * 7919 % ${threads - 1})::int END AS thread
                     FROM generate_series(1, ${count}) AS n) AS chosen) AS seen`,
  'CREATE UNIQUE INDEX ON place (thread_id, ordinal)',
  'ANALYZE place',
  `CREATE TEMP TABLE comment_votes AS
   SELECT DISTINCT ON (1, 2) 1 + floor(pg_temp.chance(n, 2) * ${count})::int AS comment_id, ${firstPerson} + floor(pg_temp.chance(n, 3) * ${writers})::int AS user_id,
          CASE WHEN pg_temp.chance(n, 4) < 0.85 THEN 1 ELSE -1 END AS value
     FROM generate_series(1, ${count / 2}) AS n ORDER BY 1, 2`,
  // Three of eight comments start a branch; replies nest up to three levels. One branch is long.
  `CREATE TEMP TABLE written AS
   SELECT place.id, place.thread_id, answered.id AS parent_id, top.id AS branch_id, ${firstPerson} + floor(pg_temp.chance(place.id, 5) * ${writers})::int AS author_id,
          CASE WHEN place.id % 200 = 1 THEN 'pending' ELSE 'published' END::moderation_status AS status,
          place.id % 200 = 2 AS is_hidden, place.id % 100 = 3 AS is_deleted
     FROM (SELECT *, thread_id = ${biggestThread} AND ordinal > 16 AND ordinal < 16 + ${longestBranch} AS is_long FROM place) AS place
     LEFT JOIN place AS answered ON answered.thread_id = place.thread_id AND answered.ordinal = CASE
       WHEN is_long THEN CASE WHEN place.ordinal % 2 = 0 THEN place.ordinal - 1 ELSE 16 END
       ELSE place.ordinal - (ARRAY[NULL, NULL, 2, 2, 2, 1, NULL, 1])[1 + place.ordinal % 8] END
     LEFT JOIN place AS top ON top.thread_id = place.thread_id AND top.ordinal = CASE
       WHEN is_long THEN 16 ELSE place.ordinal - (ARRAY[NULL, NULL, 2, 2, 4, 5, NULL, 1])[1 + place.ordinal % 8] END`,
  `INSERT INTO comment_vote (comment_id, user_id, value) SELECT * FROM comment_votes`,
  `INSERT INTO comment (id, thread_id, author_id, parent_id, branch_id, body, body_html, render_version, status, created_at, hidden_at, deleted_at,
                        is_removed, likes, dislikes, reply_count)
   SELECT written.id, thread_id, author_id, parent_id, written.branch_id, text.body, text.html, ${renderVersion}, status,
          now() - interval '1 year' * (1 - written.id / ${count + 1}.0), CASE WHEN is_hidden THEN now() END, CASE WHEN is_deleted THEN now() END,
          is_deleted AND written.id % 3 = 0, coalesce(votes.likes, 0), coalesce(votes.dislikes, 0), coalesce(replies.count, 0)
     FROM written JOIN sample AS text ON text.kind = 'comment' AND text.number = written.id % (SELECT count(*) FROM sample WHERE kind = 'comment')
     LEFT JOIN (SELECT comment_id, count(*) FILTER (WHERE value = 1)::int AS likes, count(*) FILTER (WHERE value = -1)::int AS dislikes
                  FROM comment_votes GROUP BY comment_id) AS votes ON votes.comment_id = written.id
     LEFT JOIN (SELECT branch_id, count(*)::int FROM written WHERE status = 'published' AND NOT is_hidden AND NOT is_deleted GROUP BY branch_id)
       AS replies ON replies.branch_id = written.id
    ORDER BY written.id`,
]

const threads = ({ threads: count, people: writers }: Sizes) => [
  `CREATE TEMP TABLE thread_votes AS
   SELECT DISTINCT ON (1, 2) 1 + floor(power(pg_temp.chance(n, 6), 2) * ${count})::int AS thread_id, ${firstPerson} + floor(pg_temp.chance(n, 7) * ${writers})::int AS user_id,
          CASE WHEN pg_temp.chance(n, 8) < 0.85 THEN 1 ELSE -1 END AS value
     FROM generate_series(1, ${3 * count}) AS n ORDER BY 1, 2`,
  `INSERT INTO thread_vote (thread_id, user_id, value) SELECT * FROM thread_votes`,
  `INSERT INTO thread (id, meta_slug, section_id, author_id, title, description, description_html, render_version, excerpt, status, moderation_note,
                       created_at, published_at, hidden_at, deleted_at, comment_count, likes, dislikes, last_activity_at)
   SELECT n, '${slugOf('')}' || n, (SELECT id FROM section ORDER BY position OFFSET floor(power(pg_temp.chance(n, 9), 2) * (SELECT count(*) FROM section))::int LIMIT 1),
          CASE WHEN n % 50 = 1 THEN ${firstPerson} ELSE ${firstPerson} + floor(pg_temp.chance(n, 10) * ${writers})::int END, initcap(left(own.title, 1)) || substr(own.title, 2),
          text.body || E'\\n\\n' || own.sentence, text.html || '<p>' || own.sentence || E'</p>\\n', ${renderVersion}, text.excerpt, state.status,
          CASE state.status WHEN 'rejected' THEN 'Please say which model this is about.' END, state.created_at,
          CASE state.status WHEN 'published' THEN state.created_at + interval '1 hour' END,
          CASE WHEN n % 100 = 11 THEN now() END, CASE WHEN n % 100 = 12 THEN now() END, coalesce(counted.comments, 0), coalesce(votes.likes, 0), coalesce(votes.dislikes, 0),
          greatest(state.created_at + interval '1 hour', counted.active_at)
     FROM generate_series(1, ${count}) AS n
     JOIN sample AS text ON text.kind = 'thread' AND text.number = n % (SELECT count(*) FROM sample WHERE kind = 'thread')
     CROSS JOIN LATERAL (SELECT CASE WHEN n % 25 = 3 THEN 'pending' WHEN n % 50 = 7 THEN 'rejected' ELSE 'published' END::moderation_status AS status,
                          now() - interval '1 year' - interval '1 year' * (1 - n / ${count}.0) - interval '1 hour' AS created_at) AS state
     CROSS JOIN LATERAL (SELECT ${words('n', 6)} AS title, ${words('-n', 30)} AS sentence) AS own
     LEFT JOIN (SELECT thread_id, count(*)::int AS comments, max(created_at) AS active_at
                  FROM comment WHERE status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL GROUP BY thread_id) AS counted ON counted.thread_id = n
     LEFT JOIN (SELECT thread_id, count(*) FILTER (WHERE value = 1)::int AS likes, count(*) FILTER (WHERE value = -1)::int AS dislikes
                  FROM thread_votes GROUP BY thread_id) AS votes ON votes.thread_id = n
    ORDER BY n`,
]

/** The author of the largest thread also owns most personal rows. */
const personal = ({ threads: count, people: readers }: Sizes) => [
  `INSERT INTO saved_thread (user_id, thread_id, created_at)
   SELECT CASE WHEN n % 50 = 0 THEN ${firstPerson} ELSE ${firstPerson} + floor(pg_temp.chance(n, 11) * ${readers})::int END, n, now() - interval '1 second' * n FROM generate_series(1, ${count}) AS n`,
  `INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id, created_at, read_at, mailed_at)
   SELECT thread.author_id, 'comment', 'comment:' || comment.id, thread.id, comment.id, comment.author_id, comment.created_at,
          CASE WHEN pg_temp.chance(comment.id, 16) < 0.7 THEN comment.created_at END, CASE WHEN comment.created_at < now() - interval '1 day' THEN comment.created_at END
     FROM comment JOIN thread ON thread.id = thread_id WHERE comment.author_id <> thread.author_id AND (comment.id % 5 = 0 OR thread_id = ${biggestThread})`,
  `INSERT INTO report (reporter_id, comment_id, reason, created_at, resolution, resolved_at)
   SELECT ${firstPerson} + floor(pg_temp.chance(id, 12) * ${readers})::int, id, 'Spam.', created_at, CASE WHEN id % 500 <> 5 THEN 'dismissed' END::report_resolution, CASE WHEN id % 500 <> 5 THEN now() END
     FROM comment WHERE id % 50 = 5`,
  `INSERT INTO report (reporter_id, thread_id, reason, created_at, resolution, resolved_at)
   SELECT ${firstPerson} + floor(pg_temp.chance(id, 13) * ${readers})::int, id, 'Spam.', created_at, CASE WHEN id % 500 <> 5 THEN 'dismissed' END::report_resolution, CASE WHEN id % 500 <> 5 THEN now() END
     FROM thread WHERE id % 50 = 5`,
  `INSERT INTO audit_entry (at, actor_id, action, target) SELECT created_at, ${firstPerson}, 'thread_published', meta_slug FROM thread WHERE id % 5 = 0`,
]

const posts = ({ posts: count }: Sizes) => [
  `INSERT INTO post_tag (id, slug) SELECT 1000 + n, 'bench-tag-' || n FROM generate_series(0, 19) AS n`,
  `INSERT INTO post_tag_text (post_tag_id, locale, name)
   SELECT 1000 + n, locale, CASE locale WHEN 'en' THEN 'Topic ' ELSE 'Tema ' END || n FROM generate_series(0, 19) AS n, unnest(enum_range(NULL::locale)) AS locale`,
  `INSERT INTO post (id, slug, status, published_at, author_name, tag_ids, cover_hash)
   SELECT 1000 + n, 'bench-post-' || n, CASE WHEN n % 50 = 1 THEN 'draft' WHEN n % 50 = 2 THEN 'scheduled' ELSE 'published' END::post_status,
          CASE WHEN n % 50 = 2 THEN now() + interval '1 year' ELSE now() - interval '3 years' * (1 - n / ${count + 1}.0) END, 'The team',
          ARRAY[1000 + floor(power(pg_temp.chance(n, 14), 2) * 10)::int, 1010 + floor(pg_temp.chance(n, 15) * 10)::int],
          (SELECT hash FROM media ORDER BY hash OFFSET n % (SELECT count(*) FROM media) LIMIT 1)
     FROM generate_series(1, ${count}) AS n`,
  `INSERT INTO post_text (post_id, locale, title, excerpt, cover_alt, body, body_html, render_version, reading_minutes)
   SELECT 1000 + n, locale, initcap(left(own.title, 1)) || substr(own.title, 2), text.excerpt, 'Shapes in violet', text.body, text.html, ${renderVersion}, 4
     FROM generate_series(1, ${count}) AS n CROSS JOIN unnest(enum_range(NULL::locale)) AS locale CROSS JOIN LATERAL (SELECT ${words('n + 10000000', 7)} AS title) AS own
     JOIN sample AS text ON text.kind = 'post' AND text.number = 0 WHERE n % 10 <> 0 OR locale = 'en'`,
]

const sequences = ['user', 'comment', 'thread', 'post', 'post_tag'].map(
  (table) => `SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), (SELECT max(id) FROM "${table}"))`,
)

async function addTexts(client: Client, texts: Record<string, RenderedText[]>) {
  await client.query('CREATE TEMP TABLE sample (kind text, number int, body text, html text, excerpt text)')
  for (const [kind, list] of Object.entries(texts))
    for (const [n, { body, html, excerpt }] of list.entries())
      await client.query('INSERT INTO sample VALUES ($1, $2, $3, $4, $5)', [kind, n, body, html, excerpt])
  await client.query('CREATE TEMP TABLE word (rank int PRIMARY KEY, word text)')
  await client.query(
    'INSERT INTO word SELECT place - 1, word FROM unnest($1::text[]) WITH ORDINALITY AS listed (word, place)',
    [vocabulary],
  )
}

async function fill(url: string, sizes: Sizes): Promise<void> {
  const texts = await renderTexts()
  await withClient(url, async (client) => {
    await client.query(chance)
    await addTexts(client, texts)
    // Ids start at 1, where the starter threads are.
    await client.query('DELETE FROM thread')
    // Triggers are off: rows come with their counters and cause no notifications.
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'`)
    const parts = {
      people: [people(sizes)],
      comments: comments(sizes),
      threads: threads(sizes),
      personal: personal(sizes),
      posts: posts(sizes),
      sequences,
    }
    for (const [part, statements] of Object.entries(parts)) {
      const startedAt = performance.now()
      for (const statement of statements) await client.query(statement)
      console.log(`  ${part}: ${formatInteger((performance.now() - startedAt) / 1_000)} s`)
    }
    await client.query('SET session_replication_role = origin')
    await client.query('VACUUM ANALYZE')
  })
}

const isLoaded = (url: string, { threads: count, comments: most }: Sizes) =>
  withClient(url, async (client) => {
    const there = await client.query(`SELECT to_regclass('comment') IS NOT NULL AS there`)
    if (!there.rows[0].there) return false
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM thread WHERE render_version = ${renderVersion}) = $1 AND (SELECT count(*) FROM comment WHERE id <= $2) = $2 AS loaded`,
      [count, most],
    )
    return rows[0].loaded as boolean
  })

export async function removeCommunity(url: string, { comments: most, people: last }: Sizes): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('DELETE FROM comment WHERE id > $1', [most])
    await client.query('DELETE FROM "user" WHERE id >= $1', [firstPerson + last])
    await client.query('SELECT fold_thread_changes()')
  })
}

export async function loadCommunity({ url }: Database, sizes: Sizes): Promise<string> {
  const retained = await findRetainedDatabase(url, 'community', (database) => isLoaded(database, sizes))
  if (!retained.isFresh) {
    await removeCommunity(retained.url, sizes)
    return retained.url
  }
  console.log(
    `Filling a database with ${formatInteger(sizes.threads)} threads and ${formatInteger(sizes.comments)} comments…`,
  )
  await (await startProduct(retained.url)).stop()
  await fill(retained.url, sizes)
  await checkCommunity(retained.url)
  return retained.url
}
