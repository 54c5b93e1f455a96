import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'

export const privateWords: Record<string, string> = {
  told: 'notified, announced, or what it is',
  untold: 'not notified',
  tell: 'notify, report, announce',
  said: 'message, shown, notice',
  says: 'matches, contains',
  asked: 'requested, or the request, the query, the keys',
  given: 'input, params, options, or what it is',
  wanted: 'requested, expected, target',
  taken: 'used, occupied, accepted',
  taking: 'accepting, using',
  deed: 'action',
  settle: 'resolve, close, finish, complete',
  settled: 'completed, refreshed, debounced',
  place: 'position (but in an order), cursor, location, target',
  met: 'scanned, encountered',
  way: 'path, route, method',
  work: 'run, task, callback, progress (but of a worker)',
  leave: 'exit, skip, unsubscribe',
  keep: 'retain, store, preserve',
  kept: 'retained, stored, preserved',
  draw: 'render (but of pictures)',
  drawn: 'rendered (but of pictures)',
  own: 'personal, my',
  patience: 'timeout',
}

export const exceptions: Record<string, string[]> = {
  asked: ['asked_at'],
  way: ['threeWayMerge'],
  given: ['given_name'],
  taken: ['taken_at'],
  keep: ['keepAlive*'],
  settled: ['onSettled'],
  work: [
    'workAdminJobs',
    'workBlogJobs',
    'workCancellationJobs',
    'workForumJobs',
    'workImportJobs',
    'workInvitationJobs',
    'workNotificationJobs',
    'workSearchJobs',
    'workSiteJobs',
    'workSubscriptionJobs',
    'workUserJobs',
  ],
}

type Node = { type?: string; name?: string; id?: Node; params?: Node[]; key?: Node; value?: Node; left?: Node }

const wordsOf = (name: string) => [...name.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase())

export function privateWordIn(name: string): string | undefined {
  return wordsOf(name).find((word) => {
    if (!Object.hasOwn(privateWords, word)) return false
    return !exceptions[word]?.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name))
  })
}

function namesIn(node: unknown, isPattern = false): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((one) => namesIn(one, isPattern))
  const { type = '', name, id, params, key, value, left } = node as Node
  if (isPattern) {
    if (type === 'Identifier') return [name ?? '']
    if (type === 'Property') return namesIn(value, true)
    if (type === 'AssignmentPattern') return namesIn(left, true)
    return Object.values(node).flatMap((one) => (typeof one === 'object' ? namesIn(one, true) : []))
  }
  const declared = id && /Declarator|Declaration|Expression/.test(type) ? namesIn(id, true) : []
  const member = /^TS(?:Property|Method)Signature$|^PropertyDefinition$|^MethodDefinition$/.test(type)
    ? [key?.name ?? '']
    : []
  const inside = Object.entries(node).flatMap(([part, child]) =>
    part === 'params' && params ? [] : part === 'id' && declared.length > 0 ? [] : namesIn(child),
  )
  return [...declared, ...member, ...(params ? params.flatMap((one) => namesIn(one, true)) : []), ...inside]
}

export function privateNamesIn(file: string, text: string): string[] {
  const names = [basename(file).replace(/\.\w+$/, ''), ...namesIn(parseSync(file, text).program)]
  return [...new Set(names)].flatMap((name) => {
    const word = privateWordIn(name)
    return word ? [`${file}: ${name} (${word}: say ${privateWords[word]})`] : []
  })
}

const everyFile = ['{shared,server,client,scripts}/**/*.{ts,tsx,mjs}']
export const allPrivateNames = () =>
  globSync(everyFile, { exclude: ['server/generated/**'] }).flatMap((file) =>
    privateNamesIn(file, readFileSync(file, 'utf8')),
  )
