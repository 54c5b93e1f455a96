/** Node of the syntax tree, with the fields that the reader of statements uses. */
export type Node = {
  type: string
  start: number
  end: number
  name?: string
  operator?: string
  kind?: string
  computed?: boolean
  delegate?: boolean
  value?: unknown
  key?: Node
  id?: Node | null
  init?: Node | null
  test?: Node | null
  update?: Node | null
  static?: boolean
  left?: Node
  right?: Node
  argument?: Node | null
  callee?: Node
  object?: Node
  property?: Node
  tag?: Node
  quasi?: Node
  expression?: Node | boolean
  declaration?: Node | null
  consequent?: Node | Node[]
  alternate?: Node | null
  block?: Node
  handler?: { body: Node } | null
  finalizer?: Node | null
  superClass?: Node | null
  body?: Node | Node[]
  params?: Node[]
  elements?: (Node | null)[]
  properties?: Node[]
  expressions?: Node[]
  quasis?: { value: { raw: string; cooked: string } }[]
  arguments?: Node[]
  declarations?: Node[]
  specifiers?: { type: string; imported?: Node; local: Node; exported?: Node }[]
  source?: { value: string } | null
  cases?: { consequent: Node[] }[]
  typeAnnotation?: Node
  typeArguments?: { params: Node[] } | null
  typeName?: Node
  exprName?: Node
  types?: Node[]
  literal?: Node
  members?: Node[]
  elementType?: Node
  objectType?: Node
  indexType?: Node
  parameters?: Node[]
}

/** Text in which `\0` is a parameter, with the places of the templates that it is made of. */
export class Sql {
  readonly text: string
  readonly sites: ReadonlySet<string>

  constructor(text: string, sites: Iterable<string> = []) {
    this.text = text
    this.sites = new Set(sites)
  }

  /** Numbers the parameters. */
  get numbered(): string {
    let count = 0
    return this.text.replaceAll('\0', () => `$${++count}`)
  }
}

/** Values of which the program uses one, such as those of both branches of a condition. */
export class Choice {
  readonly options: Value[]

  constructor(options: Value[]) {
    this.options = options
  }
}

export class Scope {
  readonly file: string
  readonly #names = new Map<string, Value>()
  readonly #parent: Scope | null

  constructor(file: string, parent: Scope | null = null) {
    this.file = file
    this.#parent = parent
  }

  get isOfModule(): boolean {
    return this.#parent?.file === ''
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value)
  }

  get(name: string): Value {
    if (this.#names.has(name)) return this.#names.get(name)
    return this.#parent ? this.#parent.get(name) : opaque
  }

  /** Adds a value to those that a variable may have. */
  assign(name: string, value: Value): void {
    if (this.#names.has(name)) this.#names.set(name, choose([value, this.#names.get(name)]))
    else this.#parent?.assign(name, value)
  }
}

export class Closure {
  readonly node: Node
  readonly scope: Scope
  isCalled = false

  constructor(node: Node, scope: Scope) {
    this.node = node
    this.scope = scope
  }
}

/** The part of the interpreter that functions use. */
export type Evaluation = {
  call: (callee: Value, values: Value[]) => Value
  record: (value: Value, at: Node, scope: Scope) => void
}
type Call = (values: Value[], at: Node | undefined, scope: Scope | undefined, evaluation: Evaluation) => Value

/** Function of the database's interface or of JavaScript, which the reader knows. */
export class Known {
  readonly call: Call

  constructor(call: Call) {
    this.call = call
  }
}

class Opaque {
  readonly isOpaque = true
}
/** A value that only a running server has. In a statement it is a parameter. */
export const opaque = new Opaque()

export type Fields = { [key: string]: Value }
export type Value =
  | Sql
  | Choice
  | Closure
  | Known
  | Opaque
  | string
  | number
  | boolean
  | null
  | undefined
  | Value[]
  | Fields

export const isFields = (value: Value): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null

export const fieldsOf = (entries: Iterable<[string, Value]>): Fields =>
  Object.assign(Object.create(null) as Fields, Object.fromEntries(entries))

export const textOf = (value: Value): string => (typeof value === 'string' ? value : '')

const maxOptions = 300

/** False for a text of which a part could not be read. */
export const isReadable = (value: Value) => !(value instanceof Sql && value.text.includes(unreadable))
export const unreadable = '\x01'

/** Joins options in turns, so that the options of two values that depend on one condition stay together. */
export function choose(values: Value[]): Value {
  const choices = values.map((value) => (value instanceof Choice ? value.options : [value]))
  const most = Math.max(...choices.map((options) => options.length))
  const all = Array.from({ length: most }, (_, turn) => choices.map((options) => options[turn % options.length])).flat()
  const readable = all.find(isReadable)
  const options = readable === undefined ? all : all.map((option) => (isReadable(option) ? option : readable))
  return options.every((option) => option === options[0]) ? options[0] : new Choice(options.slice(0, maxOptions))
}

/** Applies a function to the first option of each value, then to the second of each, and so on. */
export function lift(values: Value[], apply: (values: Value[]) => Value): Value {
  const count = Math.max(1, ...values.map((value) => (value instanceof Choice ? value.options.length : 1)))
  const optionOf = (value: Value, index: number) =>
    value instanceof Choice ? value.options[index % value.options.length] : value
  return choose(Array.from({ length: count }, (_, index) => apply(values.map((value) => optionOf(value, index)))))
}

/** True for a value that is the same in each run. */
export const isCertain = (value: Value) => value !== opaque && !(value instanceof Choice)

/** Joins texts and values. A value that is no text becomes a parameter, or makes the whole opaque. */
export function concatenate(texts: string[], values: Value[], parameter: '\0' | '', sites: string[] = []): Value {
  const found = new Set(sites)
  let text = texts[0] ?? ''
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) {
      text += value.text
      for (const site of value.sites) found.add(site)
    } else if (parameter) text += parameter
    else if (typeof value === 'string' || typeof value === 'number') text += value
    else return opaque
    text += texts[index + 1] ?? ''
  }
  return parameter || found.size > 0 || values.some((value) => value instanceof Sql) ? new Sql(text, found) : text
}
