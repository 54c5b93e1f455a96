import { Prisma } from '../db.ts'

/** As `Author` of shared/forum.ts, by the column that has the id: null where the account was removed. */
export const authorOf = (column: string) => Prisma.sql`(
  SELECT json_build_object('username', username, 'avatar_color', avatar_color, 'is_moderator', role <> 'user')
    FROM "user" WHERE id = ${Prisma.raw(column)})`
