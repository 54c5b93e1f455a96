import { Prisma } from '../database/db.ts'

export const isTeamUser = Prisma.sql`("user".is_team OR "user".role <> 'user')`

/** SQL: JSON of `Author` for the user id in `column`; null if the account was removed. */
export const authorJson = (column: string) => Prisma.sql`(
  SELECT json_build_object('username', username, 'avatar_color', avatar_color, 'is_team', ${isTeamUser})
    FROM "user" WHERE id = ${Prisma.raw(column)} AND erased_at IS NULL)`
