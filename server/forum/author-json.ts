import { Prisma } from '../db.ts'

/** A person as `Author` of shared/forum.ts, of a row of "user" that may be missing. */
export function authorJson(alias: string): Prisma.Sql {
  const person = Prisma.raw(alias)
  return Prisma.sql`CASE WHEN ${person}.id IS NOT NULL THEN json_build_object(
    'username', ${person}.username, 'avatar_color', ${person}.avatar_color, 'is_moderator', ${person}.role <> 'user') END`
}
