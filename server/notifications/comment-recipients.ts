type Recipient = { id: number }
type Concerned<Person> = { thread_author: Person | null; parent_author: Person | null }

export const commentKey = (comment_id: number) => `comment:${comment_id}`

/** Returns the authors of parent comment and thread, without duplicates and without the comment's author. */
export function commentRecipients<Person extends Recipient>(
  { thread_author, parent_author }: Concerned<Person>,
  author_id: number | null,
) {
  const recipients = [
    ...(parent_author ? [{ ...parent_author, kind: 'reply' as const }] : []),
    ...(thread_author && thread_author.id !== parent_author?.id
      ? [{ ...thread_author, kind: 'comment' as const }]
      : []),
  ]
  return recipients.filter(({ id }) => id !== author_id)
}
