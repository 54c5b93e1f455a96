import { advisoryLockIds } from '../database/locks.ts'
import { Prisma } from '../database/db.ts'

const holdThreshold = 3 // occurrences of a text or host on a first day from which it waits for a moderator
const maxEarlierTexts = 50 // more than the limits of a first day allow

type Text = { source: string; html: string }

const normalizedSource = (source: string) =>
  source
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

export function linkedHosts(html: string): Set<string> {
  const addresses = [...html.matchAll(/<a href="(https?:[^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  return new Set(
    addresses.flatMap(
      (href) =>
        URL.parse(href)
          ?.hostname.replace(/\.$/, '')
          .replace(/^www\./, '') ?? [],
    ),
  )
}

/** Locks an author's texts by an advisory lock, which comes before all row locks, as in `add_comment()`. */
export const lockAuthor = (transaction: Prisma.TransactionClient, author_id: number) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLockIds.comments}::int, ${author_id}::int)`

export async function isRepeatedText(
  transaction: Prisma.TransactionClient,
  author_id: number,
  { source, html }: Text,
  comment_id: number | null = null,
): Promise<boolean> {
  const earlier = await transaction.$queryRaw<Text[]>`
    (SELECT body AS source, body_html AS html FROM comment
      WHERE author_id = ${author_id} AND id IS DISTINCT FROM ${comment_id}::int ORDER BY id DESC LIMIT ${maxEarlierTexts})
    UNION ALL
    (SELECT description, description_html FROM thread
      WHERE author_id = ${author_id} ORDER BY created_at DESC, id DESC LIMIT ${maxEarlierTexts})`
  const [former] =
    comment_id === null
      ? []
      : await transaction.$queryRaw<
          Text[]
        >`SELECT body AS source, body_html AS html FROM comment WHERE id = ${comment_id}`
  const formerHosts = linkedHosts(former?.html ?? '')
  const words = normalizedSource(source)
  const known = earlier.map((text) => ({ words: normalizedSource(text.source), hosts: linkedHosts(text.html) }))
  const isTooOften = (isSame: (text: (typeof known)[number]) => boolean) =>
    known.filter(isSame).length >= holdThreshold - 1
  return (
    (normalizedSource(former?.source ?? '') !== words && isTooOften((text) => text.words === words)) ||
    [...linkedHosts(html)].some((host) => !formerHosts.has(host) && isTooOften(({ hosts }) => hosts.has(host)))
  )
}
