import { callMethod, isFragment, isRawCall, isRawTemplate } from './known-functions.ts'
import {
  choose,
  Choice,
  Closure,
  concatenate,
  fieldsOf,
  isCertain,
  isFields,
  lift,
  Scope,
  Sql,
  opaque,
  textOf,
} from './values.ts'
import type { Node, Value } from './values.ts'

const wrappers = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
  'ChainExpression',
  'AwaitExpression',
]
/** Key of the value of the fields that a spread of an opaque object may have. */
const otherFields = '...'

/** Evaluates expressions as far as the text of a statement may depend on them. */
export abstract class Expressions {
  abstract call(callee: Value, values: Value[], at?: Node, scope?: Scope): Value
  abstract record(value: Value, at: Node, scope: Scope): void
  abstract siteOf(node: Node, file: string): string
  protected abstract close(node: Node, scope: Scope): Closure

  protected member(value: Value, key: Value): Value {
    return lift([value, key], ([of, name]) => {
      if (Array.isArray(of)) {
        if (name === 'length') return of.includes(opaque) ? opaque : of.length
        return typeof name === 'number' ? of[name] : name === opaque ? choose(of) : opaque
      }
      if (of instanceof Sql) return name === 'text' || name === 'sql' ? of : opaque
      if (!isFields(of)) return opaque
      if (name === opaque) return Object.keys(of).length > 0 ? choose(Object.values(of)) : opaque
      return textOf(name) in of ? of[textOf(name)] : of[otherFields]
    })
  }

  #template(quasi: Node | undefined, scope: Scope, join: (texts: string[], values: Value[]) => Value): Value {
    const texts = (quasi?.quasis ?? []).map(({ value }) => value.cooked)
    return lift(
      (quasi?.expressions ?? []).map((part) => this.evaluate(part, scope)),
      (values) => join(texts, values),
    )
  }

  evaluate(node: Node | null | undefined, scope: Scope): Value {
    if (!node) return undefined
    if (wrappers.includes(node.type)) return this.evaluate((node.argument ?? node.expression) as Node, scope)
    switch (node.type) {
      case 'Literal':
        return node.value as Value
      case 'Identifier':
        return node.name === 'undefined' ? undefined : scope.get(node.name ?? '')
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return this.close(node, scope)
      case 'TemplateLiteral':
        return this.#template(node, scope, (texts, values) => concatenate(texts, values, ''))
      case 'TaggedTemplateExpression':
        return this.#tagged(node, scope)
      case 'ArrayExpression':
        return this.#array(node.elements ?? [], scope, (values) => values)
      case 'ObjectExpression':
        return this.#object(node, scope)
      case 'MemberExpression':
        return this.member(
          this.evaluate(node.object, scope),
          node.computed ? this.evaluate(node.property, scope) : node.property?.name,
        )
      case 'ConditionalExpression': {
        const test = this.evaluate(node.test, scope)
        const [first, second] = [node.consequent as Node, node.alternate]
        if (isCertain(test)) return this.evaluate(test ? first : second, scope)
        const branches = [this.evaluate(first, scope), this.evaluate(second, scope)]
        if (!(test instanceof Choice) || !test.options.every(isCertain)) return choose(branches)
        return lift([test, ...branches], ([isFirst, ...both]) => both[isFirst ? 0 : 1])
      }
      case 'LogicalExpression':
        return this.#logical(node, scope)
      case 'BinaryExpression':
        return this.#binary(node, scope)
      case 'UnaryExpression':
        return lift([this.evaluate(node.argument, scope)], ([value]) =>
          node.operator === '!' && isCertain(value) ? !value : opaque,
        )
      case 'AssignmentExpression': {
        const value = this.evaluate(node.right, scope)
        if (node.left?.name) scope.assign(node.left.name, value)
        return value
      }
      case 'CallExpression':
        return this.#callExpression(node, scope)
      case 'NewExpression':
      case 'YieldExpression':
      case 'SequenceExpression':
      case 'ImportExpression':
        for (const part of [node.argument, ...(node.arguments ?? []), ...(node.expressions ?? [])])
          this.evaluate(part, scope)
        return opaque
      default:
        return opaque
    }
  }

  #array(elements: (Node | null)[], scope: Scope, build: (values: Value[]) => Value): Value {
    const parts = elements.map((element) =>
      this.evaluate(element?.type === 'SpreadElement' ? element.argument : element, scope),
    )
    const isSpread = elements.map((element) => element?.type === 'SpreadElement')
    return lift(
      parts.filter((_, index) => isSpread[index]),
      (spreads) => {
        const remaining = [...spreads]
        return build(
          parts.flatMap((part, index) => {
            if (!isSpread[index]) return [part]
            const spread = remaining.shift()
            return Array.isArray(spread) ? spread : [opaque]
          }),
        )
      },
    )
  }

  #object(node: Node, scope: Scope): Value {
    const properties = node.properties ?? []
    const keys = properties.map((property) =>
      property.type === 'SpreadElement'
        ? null
        : property.computed
          ? this.evaluate(property.key, scope)
          : (property.key?.name ?? String(property.key?.value)),
    )
    const values = properties.map((property) =>
      this.evaluate((property.type === 'SpreadElement' ? property.argument : property.value) as Node, scope),
    )
    return lift(
      values.map((value, index) => (keys[index] === null ? value : null)),
      (spreads) =>
        fieldsOf(
          values.flatMap((value, index): [string, Value][] => {
            const [key, spread] = [keys[index], spreads[index]]
            if (key !== null) return [[typeof key === 'string' ? key : '?', value]]
            return spread !== undefined && isFields(spread)
              ? Object.entries(spread)
              : spread === opaque
                ? [[otherFields, opaque]]
                : []
          }),
        ),
    )
  }

  #logical({ left, right, operator }: Node, scope: Scope): Value {
    const value = this.evaluate(left, scope)
    if (isCertain(value)) {
      const usesRight = operator === '&&' ? value : operator === '||' ? !value : value === undefined || value === null
      return usesRight ? this.evaluate(right, scope) : value
    }
    const other = this.evaluate(right, scope)
    return operator === '&&' ? choose([other, undefined]) : choose([value, other])
  }

  #binary({ left, right, operator }: Node, scope: Scope): Value {
    return lift([this.evaluate(left, scope), this.evaluate(right, scope)], ([one, other]) => {
      if (operator === '+' && (typeof one === 'string' || typeof other === 'string'))
        return concatenate(['', '', ''], [one, other], '')
      if (!isCertain(one) || !isCertain(other)) return opaque
      if (operator === '===') return one === other
      if (operator === '!==') return one !== other
      return opaque
    })
  }

  #tagged(node: Node, scope: Scope): Value {
    if (!isFragment(node) && !isRawTemplate(node))
      return this.#template(node.quasi, scope, (texts, values) => concatenate(texts, values, ''))
    const sql = this.#template(node.quasi, scope, (texts, values) =>
      concatenate(texts, values, '\0', [this.siteOf(node, scope.file)]),
    )
    if (isFragment(node)) return sql
    this.record(sql, node, scope)
    return opaque
  }

  #callExpression(node: Node, scope: Scope): Value {
    const { callee } = node
    const of = callee?.type === 'MemberExpression' ? this.evaluate(callee.object, scope) : undefined
    const name = callee?.property?.name ?? callee?.name ?? ''
    return this.#array(node.arguments ?? [], scope, (values) => {
      if (isRawCall(node) && (of !== undefined || scope.get(name) === opaque)) {
        this.record(values[0], node, scope)
        return opaque
      }
      if (callee?.type === 'MemberExpression' && !callee.computed) {
        const found = lift([of], ([one]) => callMethod(this, one, name, values))
        if (found !== opaque) return found
      }
      const called = this.evaluate(callee, scope)
      return lift([called], ([one]) => this.call(one, values, node, scope))
    })
  }
}
