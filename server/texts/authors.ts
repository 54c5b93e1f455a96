import { Prisma } from '../database/db.ts'

/** Whether the row of `"user"` is shown as the team: its own account, moderators and admins. */
export const isTeam = Prisma.sql`("user".is_team OR "user".role <> 'user')`

/** As `Author` of shared/forum/schema.ts, by the column that has the id: null where the account was removed. */
export const authorOf = (column: string) => Prisma.sql`(
  SELECT json_build_object('username', username, 'avatar_color', avatar_color, 'is_team', ${isTeam})
    FROM "user" WHERE id = ${Prisma.raw(column)} AND erased_at IS NULL)`
