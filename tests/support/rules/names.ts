import { globSync, readFileSync } from 'node:fs'
import { basename, matchesGlob } from 'node:path'
import { parseSync } from 'vite'

/** Words that a name must not contain, each with the words to use instead. */
export const avoidedWords: Record<string, string> = {
  told: 'notified, announced, or the noun',
  untold: 'not notified',
  tell: 'notify, report, announce',
  said: 'message, shown, notice',
  says: 'matches, contains',
  asked: 'requested, or the request, the query, the keys',
  given: 'input, params, options, or the noun',
  wanted: 'requested, expected, target',
  taken: 'used, occupied, accepted',
  taking: 'accepting, using',
  deed: 'action',
  settle: 'resolve, close, finish, complete',
  settled: 'completed, refreshed, debounced',
  place: 'position, index, location, target',
  met: 'scanned, encountered',
  way: 'path, route, method',
  work: 'task, callback, script, run',
  leave: 'exit, skip, unsubscribe',
  keep: 'retain, store, preserve',
  kept: 'retained, stored, preserved',
  draw: 'render',
  drawn: 'rendered',
  own: 'personal, my',
  patience: 'timeout',
}

/** Patterns of names that may contain a word of the list: the names of a standard, or of a job worker. */
export const exceptions: Record<string, string[]> = {
  // Renaming a column of the database takes two releases.
  asked: ['asked_at', 'removal_asked_at'],
  given: ['given_name'],
  taken: ['taken_at'],
  keep: ['keepAlive*'],
  work: ['work*Jobs'],
}

const wordsOf = (name: string) => [...name.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase())
const avoidedWordsIn = (name: string) => wordsOf(name).filter((word) => Object.hasOwn(avoidedWords, word))

function refuseNames(file: string, names: string[]): string[] {
  return [...new Set(names)].flatMap((name) => {
    const word = avoidedWordsIn(name).find((one) => !exceptions[one]?.some((pattern) => matchesGlob(name, pattern)))
    return word ? [`${file}: ${name} (${word}: use ${avoidedWords[word]})`] : []
  })
}

type Node = { type?: string; name?: string; id?: Node; params?: Node[]; key?: Node; value?: Node; left?: Node }

export function declaredNames(node: unknown, isPattern = false): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((one) => declaredNames(one, isPattern))
  const { type = '', name, id, params, key, value, left } = node as Node
  if (isPattern) {
    if (type === 'Identifier') return [name ?? '']
    if (type === 'Property') return declaredNames(value, true)
    if (type === 'AssignmentPattern') return declaredNames(left, true)
    return Object.values(node).flatMap((one) => (typeof one === 'object' ? declaredNames(one, true) : []))
  }
  const declared = id && /Declarator|Declaration|Expression/.test(type) ? declaredNames(id, true) : []
  const member = /^TS(?:Property|Method)Signature$|^PropertyDefinition$|^MethodDefinition$/.test(type)
    ? [key?.name ?? '']
    : []
  const inside = Object.entries(node).flatMap(([part, child]) =>
    part === 'params' && params ? [] : part === 'id' && declared.length > 0 ? [] : declaredNames(child),
  )
  return [...declared, ...member, ...(params ? params.flatMap((one) => declaredNames(one, true)) : []), ...inside]
}

function namesIn(file: string, text: string): string[] {
  const fileName = basename(file).replace(/\.\w+$/, '')
  if (file.endsWith('.sql')) return [fileName]
  if (file.endsWith('.prisma')) {
    return [...text.matchAll(/^(?:(?:model|enum|type|view) |\s+)(\w+)/gm)].map(([, name]) => name ?? '')
  }
  return [fileName, ...declaredNames(parseSync(file, text).program)]
}

/** Returns the names in a source file, the schema, or a file of prisma/sql that contain a word of the list. */
export const avoidedNamesIn = (file: string, text: string): string[] => refuseNames(file, namesIn(file, text))

const sources = ['{shared,server,client,scripts,tests}/**/*.{ts,tsx,mjs}', 'prisma/schema.prisma', 'prisma/sql/*.sql']
const generated = ['server/generated/**']

/** Returns the avoided names of all files, and the exceptions that no name needs. */
export function checkNames(): { avoided: string[]; unusedExceptions: string[] } {
  const unused = new Set(Object.values(exceptions).flat())
  const avoided = globSync(sources, { exclude: generated }).flatMap((file) => {
    const names = namesIn(file, readFileSync(file, 'utf8'))
    for (const name of names.filter((one) => avoidedWordsIn(one).length > 0))
      for (const pattern of unused) if (matchesGlob(name, pattern)) unused.delete(pattern)
    return refuseNames(file, names)
  })
  return { avoided, unusedExceptions: [...unused] }
}
