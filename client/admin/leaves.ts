export type Leaf = string | number | boolean | null | readonly unknown[]
export type Leaves = Record<string, Leaf>

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every value of an object by the way to it: `texts.en.title`. A list is one value. */
export function leavesOf(value: object, way = ''): Leaves {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
      isBranch(part) ? Object.entries(leavesOf(part, `${way}${name}.`)) : [[way + name, part as Leaf]],
    ),
  )
}

/** The same object with another value there. */
export function withLeaf<Value extends object>(value: Value, way: string, leaf: Leaf): Value {
  const [name = '', ...rest] = way.split('.')
  const part = (value as Record<string, unknown>)[name]
  return { ...value, [name]: rest.length > 0 ? withLeaf(part ?? {}, rest.join('.'), leaf) : leaf }
}

type LabelOf = (way: string) => string

/** A list of objects is told one by one, value by value. */
function textOf(leaf: Leaf | undefined, labelOf: LabelOf): string {
  if (typeof leaf === 'string') return leaf
  if (leaf === undefined || leaf === null) return ''
  if (!Array.isArray(leaf) || leaf.length === 0 || !leaf.every(isBranch)) return JSON.stringify(leaf)
  return leaf
    .map((item, at) => {
      const values = Object.entries(leavesOf(item)).filter(([, value]) => value !== null && value !== '')
      const lines = values.map(([way, value]) => `${labelOf(way)}: ${textOf(value, labelOf)}`)
      return [`${at + 1}.`, ...lines].join('\n')
    })
    .join('\n')
}

export type Difference = { way: string; before: string; after: string }

/** Where two states differ, as texts. */
export function differencesOf(
  before: object | null,
  after: object | null,
  labelOf: LabelOf = (way) => way,
): Difference[] {
  const [old, now] = [leavesOf(before ?? {}), leavesOf(after ?? {})]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((way) => ({ way, before: textOf(old[way], labelOf), after: textOf(now[way], labelOf) }))
    .filter((one) => one.before !== one.after)
}
