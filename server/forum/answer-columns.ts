import type { Thread } from '#shared/forum/schema.ts'
import { Prisma } from '../database/db.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { authorJson } from '../texts/authors.ts'
import { visibleComment } from '../texts/visibility.ts'

const excerptLength = 300

/** SQL tables: the marked answer of `thread`, if its comment is public. */
const marked = Prisma.sql`thread_answer JOIN comment AS answer ON answer.id = thread_answer.comment_id
  WHERE thread_answer.thread_id = thread.id AND ${visibleComment(null, 'answer')}`

export const hasMarkedAnswer = Prisma.sql`EXISTS (SELECT FROM ${marked})`

export type AnswerRow = {
  id: number
  author: NonNullable<Thread['answer']>['author']
  author_id: number | null
  html: string
}
export const answerRow = Prisma.sql`(SELECT json_build_object('id', answer.id, 'author', ${authorJson('answer.author_id')},
  'author_id', answer.author_id, 'html', answer.body_html) FROM ${marked})`

export const answerOf = (row: AnswerRow | null): Thread['answer'] =>
  row && { id: row.id, author: row.author, excerpt: excerptOf(row.html, excerptLength) }
