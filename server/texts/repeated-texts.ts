import { locks } from '../database/locks.ts'
import { Prisma } from '../database/db.ts'

/** From this one on, the same text or host on a first day waits for a moderator. */
const heldFrom = 3
/** More than a first day allows of either. */
const maxEarlier = 50

type Text = { source: string; html: string }

const wordsOf = (source: string) =>
  source
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Hosts that a rendered text leads to, without `www.`. */
export function hostsIn(html: string): Set<string> {
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

/** One text of a person after the other, so that each finds the former. Before anything else is locked, as by `add_comment()`. */
export const lockWriter = (transaction: Prisma.TransactionClient, author_id: number) =>
  transaction.$executeRaw`SELECT pg_advisory_xact_lock(${locks.comments}::int, ${author_id}::int)`

/** Whether somebody has written this before as often as a first day allows, deleted texts included: the text, or a host that it leads to. Of an edit, only what it brings in counts. */
export async function isRepeated(
  transaction: Prisma.TransactionClient,
  author_id: number,
  { source, html }: Text,
  comment_id: number | null = null,
): Promise<boolean> {
  const earlier = await transaction.$queryRaw<Text[]>`
    (SELECT body AS source, body_html AS html FROM comment
      WHERE author_id = ${author_id} AND id IS DISTINCT FROM ${comment_id}::int ORDER BY id DESC LIMIT ${maxEarlier})
    UNION ALL
    (SELECT description, description_html FROM thread
      WHERE author_id = ${author_id} ORDER BY created_at DESC, id DESC LIMIT ${maxEarlier})`
  const [former] =
    comment_id === null
      ? []
      : await transaction.$queryRaw<
          Text[]
        >`SELECT body AS source, body_html AS html FROM comment WHERE id = ${comment_id}`
  const formerHosts = hostsIn(former?.html ?? '')
  const words = wordsOf(source)
  const known = earlier.map((text) => ({ words: wordsOf(text.source), hosts: hostsIn(text.html) }))
  const isTooOften = (isSame: (text: (typeof known)[number]) => boolean) => known.filter(isSame).length >= heldFrom - 1
  return (
    (wordsOf(former?.source ?? '') !== words && isTooOften((text) => text.words === words)) ||
    [...hostsIn(html)].some((host) => !formerHosts.has(host) && isTooOften(({ hosts }) => hosts.has(host)))
  )
}
