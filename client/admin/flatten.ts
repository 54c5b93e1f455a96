export type Leaf = string | number | boolean | null | readonly unknown[]
export type Leaves = Record<string, Leaf>

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every value of an object by its path, such as `texts.en.title`. A list counts as one value. */
export function flatten(value: object, path = ''): Leaves {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
      isBranch(part) ? Object.entries(flatten(part, `${path}${name}.`)) : [[path + name, part as Leaf]],
    ),
  )
}

export function setPath<Value extends object>(value: Value, path: string, leaf: Leaf): Value {
  const [name = '', ...rest] = path.split('.')
  const part = (value as Record<string, unknown>)[name]
  return { ...value, [name]: rest.length > 0 ? setPath(part ?? {}, rest.join('.'), leaf) : leaf }
}

type LabelOf = (path: string) => string

/** Text of a value. A list of objects becomes one text for each object. */
function textOf(leaf: Leaf | undefined, labelOf: LabelOf): string {
  if (typeof leaf === 'string') return leaf
  if (leaf === undefined || leaf === null) return ''
  if (!Array.isArray(leaf) || leaf.length === 0 || !leaf.every(isBranch)) return JSON.stringify(leaf)
  return leaf
    .map((item, at) => {
      const values = Object.entries(flatten(item)).filter(([, value]) => value !== null && value !== '')
      const lines = values.map(([path, value]) => `${labelOf(path)}: ${textOf(value, labelOf)}`)
      return [`${at + 1}.`, ...lines].join('\n')
    })
    .join('\n')
}

export type Difference = { path: string; before: string; after: string }

export function differencesOf(
  before: object | null,
  after: object | null,
  labelOf: LabelOf = (path) => path,
): Difference[] {
  const [old, now] = [flatten(before ?? {}), flatten(after ?? {})]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((path) => ({ path, before: textOf(old[path], labelOf), after: textOf(now[path], labelOf) }))
    .filter((one) => one.before !== one.after)
}
