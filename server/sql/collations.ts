import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../database/db.ts'

export const collations: Record<Locale, Prisma.Sql> = {
  en: Prisma.sql`COLLATE "en-x-icu"`,
  es: Prisma.sql`COLLATE "es-x-icu"`,
}
