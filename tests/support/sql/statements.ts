import { globSync } from 'node:fs'
import type { Client, Connection } from 'pg'
import { Interpreter } from './interpreter.ts'
import type { Statement } from './interpreter.ts'
import { isStatement } from './known-functions.ts'
import { RowColumns } from './row-columns.ts'
import { unreadable } from './values.ts'
import type { Node } from './values.ts'

/** `sites`: places of templates and calls with SQL, with their source. `texts`: statements by their text. */
export type ServerStatements = {
  interpreter: Interpreter
  sites: Map<string, string>
  texts: Map<string, Statement[]>
}

/** Programs of their own, and the functions that pass a statement on to PostgreSQL. */
const without = [
  'server/{generated,sandbox}/**',
  'server/database/{db,database-pool}.ts',
  'server/**/*.{worker,process}.ts',
]

function addSites(node: unknown, file: string, found: ServerStatements): void {
  if (typeof node !== 'object' || node === null) return
  for (const child of Object.values(node)) addSites(child, file, found)
  const { start, end } = node as Node
  const { interpreter, sites } = found
  if (isStatement(node as Node))
    sites.set(
      interpreter.siteOf(node as Node, file),
      interpreter.load(file).text.slice(start, end).replaceAll(/\s+/g, ' '),
    )
}

/** Reads the statements of all server modules. */
export function readServerStatements(
  files = globSync('server/**/*.ts', { exclude: without }),
  readFile?: (file: string) => string,
): ServerStatements {
  const found: ServerStatements = { interpreter: new Interpreter(readFile), sites: new Map(), texts: new Map() }
  for (const file of files) {
    found.interpreter.read(file)
    addSites(found.interpreter.load(file).body, file, found)
  }
  for (const statement of found.interpreter.statements) {
    const text = statement.sql.numbered
    found.texts.set(text, [...(found.texts.get(text) ?? []), statement])
  }
  return found
}

type Described = { columns: string[] } | { problem: string }

/** Parses a statement as PREPARE does, and returns the names of its result's columns. */
const describeStatement = (client: Client, text: string): Promise<Described> =>
  new Promise((resolve) => {
    let columns: string[] = []
    client.query({
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: { name: string }[] }) {
        columns = fields.map(({ name }) => name)
      },
      handleError: (error: Error) => resolve({ problem: error.message }),
      handleReadyForQuery: () => resolve({ columns }),
    } as never)
  })

async function prepare(client: Client, text: string): Promise<Described> {
  if (text.includes(unreadable)) return { problem: 'a part of the text is known at run time only' }
  const described = await describeStatement(client, text)
  if (!('problem' in described) || !described.problem.includes('multiple commands')) return described
  for (const part of text.split(';')) {
    const one = await describeStatement(client, part)
    if ('problem' in one) return one
  }
  return { columns: [] }
}

function ignoreRepetition(error: { code?: string }): void {
  if (error.code !== '42P07') throw error
}

/** Returns the difference between the columns of a result and the properties of its row type. */
function differenceOf(found: string[], expected: string[]): string | null {
  const [columns, properties] = [found, expected].map((names) =>
    names
      .filter((name) => name !== 'ordinality')
      .toSorted()
      .join(', '),
  )
  return columns === properties ? null : `the columns are ${columns}; the row type has ${properties}`
}

/** `compared`: calls whose row type names its columns. `problems` begin with the place. */
export type StatementCheck = { prepared: Set<string>; compared: Set<string>; problems: string[] }

/**
 * Prepares each statement. A template is correct if a statement that contains it can be prepared, since the interpreter
 * also combines parts that the server never combines.
 */
export async function checkStatements(
  client: Client,
  { interpreter, sites, texts }: ServerStatements,
): Promise<StatementCheck> {
  const [prepared, compared] = [new Set<string>(), new Set<string>()]
  const [failures, differences] = [new Map<string, string>(), new Map<string, string>()]
  const rowColumns = new RowColumns(interpreter)
  for (const text of texts.keys()) if (/^\s*CREATE TEMP/.test(text)) await client.query(text).catch(ignoreRepetition)
  for (const [text, statements] of texts) {
    const described = await prepare(client, text)
    for (const { sql, at, module } of statements) {
      if ('problem' in described) {
        for (const site of sql.sites) if (!failures.has(site)) failures.set(site, described.problem)
        continue
      }
      for (const site of sql.sites) prepared.add(site)
      const site = interpreter.siteOf(at, module.file)
      const expected = await rowColumns.of(at.typeArguments?.params.at(-1), module)
      if (!expected) continue
      compared.add(site)
      const difference = differenceOf(described.columns, expected)
      if (difference) differences.set(site, difference)
    }
  }
  const unprepared = [...new Set([...sites.keys(), ...failures.keys()])].filter((site) => !prepared.has(site))
  const problems = unprepared.map((site) => `${site}: ${failures.get(site) ?? `unknown text: ${sites.get(site)}`}`)
  return {
    prepared,
    compared,
    problems: [...problems, ...Array.from(differences, (difference) => difference.join(': '))],
  }
}
