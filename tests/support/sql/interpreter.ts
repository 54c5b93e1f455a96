import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { Expressions } from './expressions.ts'
import { databaseInterface, javaScript } from './known-functions.ts'
import { choose, Choice, Closure, fieldsOf, isCertain, isFields, Known, lift, Scope, Sql, opaque } from './values.ts'
import type { Fields, Node, Value } from './values.ts'

export type Statement = { sql: Sql; at: Node; module: Module }
export type Module = { file: string; text: string; body: Node[]; scope: Scope; exports: Fields }

const databaseFile = 'server/database/db.ts'

const list = (nodes: Node | Node[] | null | undefined): Node[] => (Array.isArray(nodes) ? nodes : nodes ? [nodes] : [])

/**
 * Evaluates the server's source as far as the texts of its statements depend on it, without running it. A function is
 * called with the values of each call, and with unknown values.
 */
export class Interpreter extends Expressions {
  readonly statements: Statement[] = []
  readonly modules = new Map<string, Module>()
  readonly #closures: Closure[] = []
  readonly #results = new Map<Closure, Map<string, Value>>()
  readonly #running: Node[] = []
  readonly #readFile: (file: string) => string

  constructor(readFile = (file: string) => readFileSync(file, 'utf8')) {
    super()
    this.#readFile = readFile
  }

  /** Evaluates a module, then calls its functions. A function within another one is called unless it was. */
  read(file: string): void {
    this.load(file)
    for (let closure = this.#closures.pop(); closure; closure = this.#closures.pop())
      if (!closure.isCalled || closure.scope.isOfModule)
        this.call(
          closure,
          (closure.node.params ?? []).map(() => opaque),
        )
  }

  load(file: string): Module {
    const loaded = this.modules.get(file)
    if (loaded) return loaded
    const text = this.#readFile(file)
    const body = parseSync(file, text).program.body as unknown as Node[]
    const module: Module = { file, text, body, scope: new Scope(file, javaScript), exports: fieldsOf([]) }
    this.modules.set(file, module)
    if (file === databaseFile)
      for (const [name, value] of Object.entries(databaseInterface)) module.scope.set(name, value)
    this.#run(body, module.scope, [])
    for (const { declaration, specifiers, type } of body) {
      if (type !== 'ExportNamedDeclaration') continue
      const names = [
        ...list(declaration?.declarations).map(({ id }) => id?.name),
        declaration?.id?.name,
        ...(specifiers ?? []).map(({ local }) => local.name),
      ]
      for (const name of names) if (name) module.exports[name] = module.scope.get(name)
    }
    return module
  }

  call(callee: Value, values: Value[], at?: Node, scope?: Scope): Value {
    if (callee instanceof Known) return lift(values, (some) => callee.call(some, at, scope, this))
    return callee instanceof Closure ? lift(values, (some) => this.#callClosure(callee, some)) : opaque
  }

  #callClosure(callee: Closure, values: Value[]): Value {
    const { node } = callee
    callee.isCalled = true
    const key = keyOf(values)
    const results = this.#results.get(callee) ?? new Map<string, Value>()
    this.#results.set(callee, results)
    if (key !== null && results.has(key)) return results.get(key)
    if (this.#running.filter((running) => running === node).length > 1) return opaque
    this.#running.push(node)
    const inner = new Scope(callee.scope.file, callee.scope)
    for (const [index, parameter] of (node.params ?? []).entries())
      if (parameter.type === 'RestElement') this.#bind(parameter.argument, values.slice(index), inner)
      else
        this.#bind(
          parameter,
          index < values.length ? values[index] : parameter.type === 'AssignmentPattern' ? undefined : opaque,
          inner,
        )
    const returned: Value[] = []
    if (node.body && !Array.isArray(node.body) && node.body.type !== 'BlockStatement')
      returned.push(this.evaluate(node.body, inner))
    else this.#run([node.body].flat()[0]?.body as Node[], inner, returned)
    this.#running.pop()
    const result = returned.length > 0 ? choose(returned) : undefined
    if (key !== null) results.set(key, result)
    return result
  }

  /** Runs statements. True if none after them is reached. */
  #run(nodes: Node[], scope: Scope, returned: Value[]): boolean {
    for (const node of nodes) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (declared?.type === 'FunctionDeclaration' && declared.id?.name)
        this.#declare(scope, declared.id.name, this.close(declared, scope))
    }
    return nodes.some((node) => this.#step(node, scope, returned))
  }

  #step(node: Node, scope: Scope, returned: Value[]): boolean {
    const run = (inner: Node | Node[] | null | undefined) =>
      this.#run(list(inner), new Scope(scope.file, scope), returned)
    switch (node.type) {
      case 'ImportDeclaration':
        this.#import(node, scope)
        return false
      case 'ExportNamedDeclaration':
        return node.declaration ? this.#step(node.declaration, scope, returned) : false
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations ?? [])
          this.#bind(id, init ? this.evaluate(init, scope) : undefined, scope)
        return false
      case 'ClassDeclaration':
        this.#readClass(node, scope)
        return false
      case 'ReturnStatement':
        returned.push(node.argument ? this.evaluate(node.argument, scope) : undefined)
        return true
      case 'ThrowStatement':
        this.evaluate(node.argument, scope)
        return true
      case 'ExpressionStatement':
        this.evaluate(node.expression as Node, scope)
        return false
      case 'BlockStatement':
        return run(node.body)
      case 'IfStatement': {
        const test = this.evaluate(node.test, scope)
        if (isCertain(test)) return run(test ? list(node.consequent) : node.alternate)
        const ends = run(node.consequent)
        return run(node.alternate) && ends
      }
      case 'ForOfStatement':
      case 'ForInStatement': {
        const right = this.evaluate(node.right, scope)
        const inner = new Scope(scope.file, scope)
        this.#bind(list(node.left?.declarations)[0]?.id ?? node.left, elementOf(right), inner)
        this.#run(list(node.body), inner, returned)
        return false
      }
      case 'ForStatement': {
        const inner = new Scope(scope.file, scope)
        if (node.init) this.#step(node.init, inner, returned)
        this.#run(list(node.body), inner, returned)
        this.evaluate(node.test, inner)
        this.evaluate(node.update, inner)
        return false
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.evaluate(node.test, scope)
        run(node.body)
        return false
      case 'TryStatement': {
        const ends = run(node.block)
        run(node.handler?.body)
        run(node.finalizer)
        return ends && node.handler === null
      }
      case 'SwitchStatement':
        for (const { consequent } of node.cases ?? []) run(consequent)
        return false
      default:
        return false
    }
  }

  /** Sets a name. Within the database's module, the names of its interface stand for themselves. */
  #declare(scope: Scope, name: string, value: Value): void {
    scope.set(name, scope.file === databaseFile && name in databaseInterface ? databaseInterface[name] : value)
  }

  #import({ source, specifiers }: Node, scope: Scope): void {
    const file = fileOf(source?.value ?? '', scope.file)
    if (!file) return
    for (const { imported, local } of specifiers ?? []) {
      const { exports } = this.load(file)
      if (local.name)
        this.#declare(scope, local.name, imported?.name && imported.name in exports ? exports[imported.name] : opaque)
    }
  }

  #readClass(node: Node, scope: Scope): void {
    const fields = fieldsOf([])
    for (const { key, value, static: isStatic } of list([node.body].flat()[0]?.body)) {
      const read = this.evaluate(value as Node | null, scope)
      if (isStatic && key?.name) fields[key.name] = read
    }
    if (node.id?.name) scope.set(node.id.name, fields)
  }

  protected close(node: Node, scope: Scope): Closure {
    const closure = new Closure(node, scope)
    if (scope.file.startsWith('server/')) this.#closures.push(closure)
    return closure
  }

  #bind(pattern: Node | null | undefined, value: Value, scope: Scope): void {
    switch (pattern?.type) {
      case 'Identifier':
        if (pattern.name) scope.set(pattern.name, value === opaque ? this.#optionsOf(pattern, scope) : value)
        return
      case 'AssignmentPattern': {
        const isOpen =
          value === undefined || value === opaque || (value instanceof Choice && value.options.includes(undefined))
        const filled = isOpen
          ? choose([this.evaluate(pattern.right, scope), ...(value === undefined ? [] : [value])])
          : value
        return this.#bind(pattern.left, filled, scope)
      }
      case 'ObjectPattern':
        for (const property of pattern.properties ?? [])
          if (property.type === 'RestElement') this.#bind(property.argument, value, scope)
          else
            this.#bind(
              property.value as Node,
              this.member(value, property.key?.name ?? String(property.key?.value)),
              scope,
            )
        return
      case 'ArrayPattern':
        for (const [index, element] of (pattern.elements ?? []).entries())
          if (element?.type === 'RestElement')
            this.#bind(
              element.argument,
              lift([value], ([one]) => (Array.isArray(one) ? one.slice(index) : opaque)),
              scope,
            )
          else if (element) this.#bind(element, this.member(value, index), scope)
    }
  }

  /** Returns the texts that a parameter's type names. */
  #optionsOf({ typeAnnotation }: Node, scope: Scope): Value {
    const texts = this.#literalsOf(typeAnnotation?.typeAnnotation, this.load(scope.file))
    return texts.length > 0 ? choose(texts) : opaque
  }

  #literalsOf(type: Node | undefined, module: Module): string[] {
    const { value } = type?.literal ?? {}
    if (typeof value === 'string') return [value]
    if (type?.types) return type.types.flatMap((part) => this.#literalsOf(part, module))
    if (type?.operator === 'keyof' && type.typeAnnotation?.exprName?.name) {
      const keyed = module.scope.get(type.typeAnnotation.exprName.name)
      return isFields(keyed) ? Object.keys(keyed) : []
    }
    const listed = type?.objectType && namedBy(type.objectType)
    if (listed) {
      const values = module.scope.get(listed)
      return Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
    }
    const found = type?.typeName?.name ? this.aliasOf(type.typeName.name, module) : null
    return found ? this.#literalsOf(...found) : []
  }

  /** Returns the declaration of a type, and the module that has it. */
  aliasOf(name: string, module: Module): [Node, Module] | null {
    for (const node of module.body) {
      const { declaration, source, specifiers } = node
      const declared = declaration ?? node
      if (declared.type === 'TSTypeAliasDeclaration' && declared.id?.name === name && declared.typeAnnotation)
        return [declared.typeAnnotation, module]
      const imported =
        node.type === 'ImportDeclaration' && specifiers?.find(({ local }) => local.name === name)?.imported?.name
      const file = imported && source ? fileOf(source.value, module.file) : null
      if (imported && file) return this.aliasOf(imported, this.load(file))
    }
    return null
  }

  siteOf({ start }: Node, file: string): string {
    return `${file}:${this.load(file).text.slice(0, start).split('\n').length}`
  }

  /** Adds a statement. One that writes also has its table as a site, since a call may build a statement per table. */
  record(value: Value, at: Node, scope: Scope): void {
    lift([lift([value], ([one]) => (isFields(one) ? one.text : one))], ([sql]) => {
      const text = sql instanceof Sql ? sql.text : sql
      if (typeof text !== 'string') return undefined
      const site = this.siteOf(at, scope.file)
      const [write] = /(?:INSERT INTO|DELETE FROM|(?<!DO )UPDATE) \w+/.exec(text) ?? []
      const sites = [...(sql instanceof Sql ? sql.sites : []), site, ...(write ? [`${site} ${write}`] : [])]
      this.statements.push({ sql: new Sql(text, sites), at, module: this.load(scope.file) })
      return undefined
    })
  }
}

/** Returns the name in `typeof name`. */
const namedBy = (type: Node): string | undefined =>
  type.type === 'TSParenthesizedType' && type.typeAnnotation ? namedBy(type.typeAnnotation) : type.exprName?.name

/** Returns the path of an imported file of the product; null for a package. */
function fileOf(source: string, from: string): string | null {
  const file = source.startsWith('.')
    ? posix.join(posix.dirname(from), source)
    : source.replace(/^#shared\//, 'shared/')
  return /^(server|shared)\/.*\.ts$/.test(file) && !file.startsWith('server/generated/') ? file : null
}

function elementOf(value: Value): Value {
  return lift([value], ([one]) => (Array.isArray(one) && one.length > 0 ? choose(one) : opaque))
}

function keyOf(values: Value[]): string | null {
  let isNamed = true
  const key = JSON.stringify(values, (_, value: unknown) => {
    if (value === opaque) return '\0opaque'
    if (value === undefined) return '\0undefined'
    if (value instanceof Closure || value instanceof Known) isNamed = false
    if (value instanceof Sql) return `\0${value.text}${[...value.sites].join()}`
    return value
  })
  return isNamed ? key : null
}
