import { withClient } from '../database.ts'

const isCounted = `status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL`
const votes = (table: string, key: string) => `
  (SELECT ${key}, count(*) FILTER (WHERE value = 1) AS likes, count(*) FILTER (WHERE value = -1) AS dislikes FROM ${table} GROUP BY ${key})`

const checks = {
  'threads with other counts than rows': `
    SELECT count(*)::int AS wrong FROM thread_counts
      LEFT JOIN (SELECT thread_id, count(*) FROM comment WHERE ${isCounted} GROUP BY thread_id) AS comments ON comments.thread_id = thread_counts.id
      LEFT JOIN ${votes('thread_vote', 'thread_id')} AS votes ON votes.thread_id = thread_counts.id
     WHERE (comment_count, thread_counts.likes, thread_counts.dislikes)
       <> (coalesce(comments.count, 0), coalesce(votes.likes, 0), coalesce(votes.dislikes, 0))`,
  'comments with other counts than rows': `
    SELECT count(*)::int AS wrong FROM comment
      LEFT JOIN (SELECT branch_id, count(*) FROM comment WHERE ${isCounted} GROUP BY branch_id) AS replies ON replies.branch_id = comment.id
      LEFT JOIN ${votes('comment_vote', 'comment_id')} AS votes ON votes.comment_id = comment.id
     WHERE (reply_count, comment.likes, comment.dislikes) <> (coalesce(replies.count, 0), coalesce(votes.likes, 0), coalesce(votes.dislikes, 0))`,
  'comments below no branch of their thread': `
    SELECT count(*)::int AS wrong FROM comment JOIN comment AS parent ON parent.id = comment.parent_id LEFT JOIN comment AS top ON top.id = comment.branch_id
     WHERE comment.branch_id IS DISTINCT FROM coalesce(parent.branch_id, parent.id) OR top.branch_id IS NOT NULL
        OR parent.thread_id <> comment.thread_id OR parent.id >= comment.id`,
}

export async function checkCommunity(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const [what, statement] of Object.entries(checks)) {
      const { rows } = await client.query(statement)
      if (rows[0].wrong > 0) throw new Error(`There are ${rows[0].wrong} ${what}.`)
    }
  })
}
