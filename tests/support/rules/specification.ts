import { parseSync } from 'vite'

type Node = {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  arguments?: Node[]
}

function calleeName({ name, callee, object }: Node): string {
  const inner = callee ?? object
  return name ?? (inner ? calleeName(inner) : '')
}

function nameOf(argument: Node | undefined, source: string): string | null {
  if (argument?.type === 'TemplateLiteral') return source.slice(argument.start + 1, argument.end - 1)
  return typeof argument?.value === 'string' ? argument.value : null
}

function namesUnder(node: unknown, path: string[], source: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, callee, arguments: [title, ...others] = [] } = node as Node
  const kind = type === 'CallExpression' && callee ? calleeName(callee) : ''
  const name = nameOf(title, source)
  if (name !== null && kind === 'test') return [[...path, name].join(' > ')]
  if (name !== null && kind === 'describe') return namesUnder(others, [...path, name], source)
  return Object.values(node).flatMap((child) => namesUnder(child, path, source))
}

export const testNames = (source: string, file: string) => namesUnder(parseSync(file, source).program, [], source)

type Repository = {
  testsIn: (file: string) => string[] | null
  hasDecision: (file: string) => boolean
}
type Row = { number: string; proof: string }

export const specificationRows = (text: string): Row[] =>
  Array.from(text.matchAll(/^\| (\d+\.\d+) \| [^|]+ \| (.*) \|$/gm), ([, number = '', proof = '']) => ({
    number,
    proof,
  }))

function rowProblems({ number, proof }: Row, { testsIn, hasDecision }: Repository): string[] {
  const tests = Array.from(proof.matchAll(/`(tests\/[^:`]+): ([^`]+)`/g), ([, file = '', name = '']) => ({
    file,
    name,
  }))
  const decisions = Array.from(proof.matchAll(/\]\((decisions\/[^)]+)\)/g), ([, file = '']) => file)
  return [
    ...(tests.length + decisions.length === 0 ? [`${number} has neither a test nor a decision`] : []),
    ...tests
      .filter(({ file, name }) => !testsIn(file)?.includes(name))
      .map(({ file, name }) => `${number}: ${file} has no test “${name}”`),
    ...decisions.filter((file) => !hasDecision(file)).map((file) => `${number}: there is no ${file}`),
  ]
}

export function specificationProblems(text: string, repository: Repository): string[] {
  const rows = specificationRows(text)
  const numbers = rows.map(({ number }) => number)
  const sections = Array.from({ length: 9 }, (_, at) => numbers.filter((number) => number.startsWith(`${at + 1}.`)))
  const expected = sections.flatMap((section, at) =>
    Array.from({ length: Math.max(section.length, 1) }, (_, row) => `${at + 1}.${row + 1}`),
  )
  return [
    ...expected
      .filter((number, at) => numbers[at] !== number)
      .slice(0, 1)
      .map((number) => `${number} is not in its place`),
    ...rows.flatMap((row) => rowProblems(row, repository)),
  ]
}
