import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { declaredNames } from './names.ts'

type Declaration = { id?: unknown; declarations?: { id: unknown }[] }
type Statement = { type: string; declaration?: Declaration | null }

function exportsOf(file: string, text: string): string[] {
  const declared = (parseSync(file, text).program.body as unknown as Statement[]).flatMap(({ type, declaration }) =>
    type === 'ExportNamedDeclaration' && declaration ? (declaration.declarations ?? [declaration]) : [],
  )
  return [...new Set(declared.flatMap(({ id }) => declaredNames(id, true)))]
}

/** Exports that the router, the islands and the messages find by their name in each file. */
const conventions: [file: RegExp, name: RegExp][] = [
  [/^client\/.*-page\.tsx$/, /^load$/],
  [/^client\/(start\/routes|.*-island)\.tsx$/, /^[A-Z]/],
  [/messages\.\w\w\.ts$/, /^messages$/],
  [/^client\/.*(messages\.ts|cancel-statement\.tsx|app\/i18n\.tsx)$/, /^useTranslate$/],
]

/** Returns the names that two files of one side export: the payment sandbox is a program beside the server. */
export function repeatedExports(files: Iterable<[file: string, text: string]>): string[] {
  const filesOf = new Map<string, string[]>()
  for (const [file, text] of files) {
    const [side = ''] = /^(?:server\/sandbox|\w+)\b/.exec(file) ?? []
    for (const name of exportsOf(file, text)) {
      if (conventions.some(([inFile, named]) => inFile.test(file) && named.test(name))) continue
      const key = `${name} of ${side}`
      filesOf.set(key, [...(filesOf.get(key) ?? []), file])
    }
  }
  return [...filesOf].flatMap(([key, found]) => (found.length > 1 ? [`${key}: ${found.join(', ')}`] : []))
}

const sources = '{shared,server,client,scripts}/**/*.{ts,tsx,mjs}'
export const allRepeatedExports = () =>
  repeatedExports(
    globSync(sources, { exclude: ['server/generated/**'] }).map((file) => [file, readFileSync(file, 'utf8')]),
  )
