import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Prisma } from '../database/db.ts'
import { FieldProblem } from '../problem.ts'

type Transaction = Prisma.TransactionClient
type Texts = Record<Locale, { body: string }>
type State = { cover_hash: string | null; texts: Texts }
type Stored = { cover: { hash: string } | null; texts: Texts }

const mentionedIn = (text: string) => Array.from(text.matchAll(/\/media\/([\da-f]{64})\./g), ([, hash = '']) => hash)
const picturesOf = (cover: string | null | undefined, texts: Texts) => [
  ...(cover ? [cover] : []),
  ...locales.flatMap((locale) => mentionedIn(texts[locale].body)),
]

/** Locks picture rows against removal until commit. Throws 400 if a newly used picture does not exist. */
export async function lockPictures(transaction: Transaction, state: State, before: Stored | null): Promise<void> {
  const { cover_hash, texts } = state
  const rows = await transaction.$queryRaw<{ hash: string }[]>`
    SELECT hash FROM media WHERE hash = ANY(${picturesOf(cover_hash, texts)}) FOR KEY SHARE`
  const found = new Set(rows.map(({ hash }) => hash))
  if (cover_hash !== null && !found.has(cover_hash))
    throw new FieldProblem('cover_hash', 'blog.problem.no_such_picture')
  const former = new Set(before ? picturesOf(null, before.texts) : [])
  for (const locale of locales)
    if (mentionedIn(texts[locale].body).some((hash) => !found.has(hash) && !former.has(hash)))
      throw new FieldProblem(`texts.${locale}.body`, 'blog.problem.no_such_picture')
}

/** Renews the age of pictures that are no longer used. They stay for a while, so that a version can be restored. */
export async function releasePictures(transaction: Transaction, before: Stored, after: State | null) {
  const stillUsed = new Set(after ? picturesOf(after.cover_hash, after.texts) : [])
  const released = picturesOf(before.cover?.hash, before.texts).filter((hash) => !stillUsed.has(hash))
  if (released.length === 0) return
  await transaction.media.updateMany({ where: { hash: { in: released } }, data: { created_at: new Date() } })
}
