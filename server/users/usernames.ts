import { nonLetters, Username, usernameError } from '#shared/users/schema.ts'
import type { Role } from '#shared/users/schema.ts'
import { db, isUniqueViolation } from '../database/db.ts'
import type { TranslatableProblem } from '../translate.ts'

/** Scripts that UAX 31 recommends. Japanese and Korean combine several scripts. */
const scripts =
  `Latin Cyrillic Greek Arabic Hebrew Armenian Georgian Ethiopic Thaana Devanagari Bengali Gurmukhi Gujarati
  Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer`.split(/\s+/)
const writingSystems = [
  ...scripts.map((script) => [script]),
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]
const ofOneScript = writingSystems.map(
  (system) => new RegExp(String.raw`^[${system.map((script) => `\\p{scx=${script}}`).join('')}0-9_-]+$`, 'u'),
)

const reserved = `admin admins administrator moderator moderators mod mods support help helpdesk staff team official
  security system root owner billing contact info abuse webmaster postmaster hostmaster noreply bot api anonymous guest
  deleted removed null undefined administrador administradora administración moderador moderadora soporte ayuda equipo
  oficial seguridad sistema facturación contacto eliminado eliminada`.split(/\s+/)
const connectives = 'of the and for our de del la el los las y'.split(' ')
const minContainedLength = 5

let library: Promise<(text: string) => string> | undefined
const loadLibrary = () => (library ??= import('unhomoglyph').then((module) => module.default))

/** Returns a text that is equal for names that look alike (UTS 39), as "Iris" and "lris". */
export async function usernameSkeletonOf(username: string): Promise<string> {
  const unhomoglyph = await loadLibrary()
  const skeleton = (text: string) => unhomoglyph(text.normalize('NFD')).normalize('NFD')
  const lower = skeleton(skeleton(username.normalize('NFKC').replaceAll(nonLetters, '')).toLowerCase())
  return skeleton(lower.toUpperCase()).toLowerCase()
}

const plainSkeletonOf = async (text: string) =>
  (await usernameSkeletonOf(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))).normalize('NFD')
const skeletonsOf = async (words: Iterable<string>) => new Set(await Promise.all([...words].map(plainSkeletonOf)))

async function isMadeOfReserved(characters: string[], bareSiteNames: string[]): Promise<boolean> {
  const [names, connectiveSkeletons] = [
    await skeletonsOf([...reserved, ...bareSiteNames]),
    await skeletonsOf(connectives),
  ]
  const skeletons = await Promise.all(characters.map(plainSkeletonOf))
  const splitsByEnd = [new Set([false])]
  for (const [start, character] of characters.entries()) {
    for (const hasReserved of splitsByEnd[start] ?? []) {
      const reach = (end: number, isReservedWord: boolean) =>
        (splitsByEnd[end] ??= new Set()).add(hasReserved || isReservedWord)
      if (/\p{N}/u.test(character)) reach(start + 1, false)
      for (let end = start + 1; end <= characters.length; end++) {
        const word = skeletons.slice(start, end).join('')
        if (names.has(word)) reach(end, true)
        else if (connectiveSkeletons.has(word)) reach(end, false)
      }
    }
  }
  return splitsByEnd[characters.length]?.has(true) ?? false
}

async function isReserved(username: string, siteNames: string[]): Promise<boolean> {
  const bareSiteNames = siteNames.map((name) => name.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const joined = username.normalize('NFKC').replaceAll(/[-_]/g, '')
  const site = await skeletonsOf(bareSiteNames.filter((name) => name.length >= minContainedLength))
  const skeleton = await plainSkeletonOf(joined)
  return [...site].some((name) => skeleton.includes(name)) || isMadeOfReserved(Array.from(joined), bareSiteNames)
}

export async function findUsernameProblem(
  username: string,
  siteNames: string[],
  role: Role = 'user',
): Promise<TranslatableProblem | null> {
  if (!Username.safeParse(username).success) return usernameError.error
  if (!ofOneScript.some((pattern) => pattern.test(username))) return 'users.problem.mixed_username'
  return role === 'user' && (await isReserved(username, siteNames)) ? 'users.problem.reserved_username' : null
}

const batchSize = 1_000

/** Stores missing skeletons. If existing names look alike, only the first gets the skeleton and reserves it. */
export async function backfillUsernameSkeletons(): Promise<void> {
  for (let last = 0; ;) {
    const users = await db.user.findMany({
      where: { username_skeleton: null, id: { gt: last } },
      select: { id: true, username: true },
      orderBy: { id: 'asc' },
      take: batchSize,
    })
    for (const { id, username } of users) {
      const data = { username_skeleton: await usernameSkeletonOf(username) }
      await db.user.updateMany({ where: { id, username }, data }).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
      })
      last = id
    }
    if (users.length < batchSize) return
  }
}
