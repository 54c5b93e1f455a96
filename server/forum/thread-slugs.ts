import { randomInt } from 'node:crypto'
import { advisoryLockIds } from '../database/locks.ts'
import { Prisma, queryRows } from '../database/db.ts'

const maxSlugLength = 74 // without the random suffix
const suffixLength = 5
const maxSlugTries = 5

export function threadSlugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const [first = 'thread', ...others] = words
  let slug = first.slice(0, maxSlugLength)
  for (const word of others) {
    if (slug.length + 1 + word.length > maxSlugLength) break
    slug += `-${word}`
  }
  return slug
}

const newSuffix = () =>
  Array.from({ length: suffixLength }, () => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(randomInt(32))).join('')

export function* slugCandidates(title: string): Generator<string> {
  const slug = threadSlugOf(title)
  yield slug
  for (let tries = 1; tries < maxSlugTries; tries++) yield `${slug}-${newSuffix()}`
  throw new Error('No free slug was found for a thread.')
}

/** Changes the slug for a new title and redirects the former one. Expects a row lock, and the old title. */
export async function changeThreadSlug(
  transaction: Prisma.TransactionClient,
  { id, meta_slug }: { id: number; meta_slug: string },
  title: string,
): Promise<string> {
  const former = await transaction.thread.findUnique({ where: { id }, select: { title: true } })
  if (threadSlugOf(former?.title ?? '') === threadSlugOf(title)) return meta_slug
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.threadAddresses})`
  for (const slug of slugCandidates(title)) {
    const owners = await transaction.$queryRaw<unknown[]>`
      SELECT id FROM thread WHERE meta_slug = ${slug} AND id <> ${id}
      UNION ALL SELECT item_id FROM former_slug WHERE kind = 'thread' AND slug = ${slug} AND item_id <> ${id}`
    if (owners.length > 0) continue
    await transaction.formerSlug.deleteMany({ where: { kind: 'thread', slug } })
    await transaction.formerSlug.upsert({
      where: { kind_slug: { kind: 'thread', slug: meta_slug } },
      create: { kind: 'thread', slug: meta_slug, item_id: id },
      update: { item_id: id, left_at: new Date() },
      select: { item_id: true },
    })
    await transaction.thread.update({ where: { id }, data: { meta_slug: slug }, select: { id: true } })
    return slug
  }
  return meta_slug
}

/** Returns the current slug of a moved thread, also of one that is not public. */
export async function currentSlugOf(slug: string): Promise<string> {
  const [moved] = await queryRows<{ meta_slug: string }>(Prisma.sql`
    SELECT meta_slug FROM former_slug JOIN thread ON thread.id = item_id
     WHERE kind = 'thread' AND slug = ${slug} AND NOT EXISTS (SELECT FROM thread WHERE meta_slug = ${slug})`)
  return moved?.meta_slug ?? slug
}
