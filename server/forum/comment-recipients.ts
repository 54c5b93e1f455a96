type Recipient = { id: number }
type Concerned<Person> = { thread_author: Person | null; parent_author: Person | null }

export const commentKey = (comment_id: number) => `comment:${comment_id}`

/** A reply is told to whom it answers, a comment to the author of the thread; nobody is told twice, or of their own. */
export function recipientsOf<Person extends Recipient>(
  { thread_author, parent_author }: Concerned<Person>,
  author_id: number | null,
) {
  const told = [
    ...(parent_author ? [{ ...parent_author, kind: 'reply' as const }] : []),
    ...(thread_author && thread_author.id !== parent_author?.id
      ? [{ ...thread_author, kind: 'comment' as const }]
      : []),
  ]
  return told.filter(({ id }) => id !== author_id)
}
