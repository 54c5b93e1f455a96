import {
  choose,
  concatenate,
  Closure,
  fieldsOf,
  isFields,
  Known,
  lift,
  Scope,
  Sql,
  opaque,
  textOf,
  unreadable,
} from './values.ts'
import type { Evaluation, Fields, Node, Value } from './values.ts'

const rawTags = ['$queryRaw', '$executeRaw']
const methods = [...rawTags, '$queryRawUnsafe', '$executeRawUnsafe', 'query']
const functions = ['createQueryLoader', 'executeSql']

export const isFragment = ({ type, tag }: Node) =>
  type === 'TaggedTemplateExpression' && tag?.object?.name === 'Prisma' && tag.property?.name === 'sql'

/** True for a tagged template that PostgreSQL runs. */
export const isRawTemplate = ({ type, tag }: Node) =>
  type === 'TaggedTemplateExpression' && rawTags.includes(tag?.property?.name ?? '')

/** True for a call whose first argument PostgreSQL runs. */
export const isRawCall = ({ type, callee }: Node) =>
  type === 'CallExpression' &&
  (callee?.property ? methods.includes(callee.property.name ?? '') : callee?.name === 'executeSql')

/** True for a template or call that contains SQL. */
export const isStatement = (node: Node) =>
  isFragment(node) ||
  isRawTemplate(node) ||
  isRawCall(node) ||
  (node.type === 'CallExpression' && functions.includes(node.callee?.name ?? ''))

const executes = (index = 0) =>
  new Known((values, at, scope, evaluation) => {
    if (at && scope) evaluation.record(values[index], at, scope)
    return opaque
  })

function join([parts, separator = ',', prefix = '', suffix = '']: Value[]): Value {
  if (Array.isArray(parts) && parts.length === 0) return new Sql(unreadable)
  if (!Array.isArray(parts)) return new Sql(`${textOf(prefix)}\0${textOf(suffix)}`)
  return lift(
    parts,
    (some) =>
      new Sql(
        textOf(prefix) +
          some.map((part) => (part instanceof Sql ? part.text : '\0')).join(textOf(separator)) +
          textOf(suffix),
        some.flatMap((part) => (part instanceof Sql ? [...part.sites] : [])),
      ),
  )
}

export const databaseInterface: Fields = fieldsOf([
  [
    'Prisma',
    fieldsOf([
      [
        'raw',
        new Known(([text]) =>
          typeof text === 'string'
            ? new Sql(text, [`Prisma.raw(${JSON.stringify(text)})`])
            : text instanceof Sql
              ? text
              : new Sql(unreadable),
        ),
      ],
      ['join', new Known(join)],
      ['empty', new Sql('')],
    ]),
  ],
  ['queryRows', executes()],
  ['queryRowsWithSettings', executes(1)],
  ['createQueryLoader', executes(1)],
  ['inTransaction', new Known(([callback], _at, _scope, evaluation) => evaluation.call(callback, [executes()]))],
])

const entriesOf = (value: Value): Value[] =>
  value !== undefined && isFields(value) ? Object.entries(value).map(([key, one]) => [key, one]) : [[opaque, opaque]]

export const javaScript = new Scope('')
javaScript.set(
  'Object',
  fieldsOf([
    ['entries', new Known(([value]) => (value === opaque ? opaque : entriesOf(value)))],
    ['keys', new Known(([value]) => (value !== undefined && isFields(value) ? Object.keys(value) : opaque))],
    ['values', new Known(([value]) => (value !== undefined && isFields(value) ? Object.values(value) : opaque))],
    [
      'fromEntries',
      new Known(([value]) =>
        Array.isArray(value)
          ? fieldsOf(
              value.flatMap((entry): [string, Value][] => (Array.isArray(entry) ? [[textOf(entry[0]), entry[1]]] : [])),
            )
          : opaque,
      ),
    ],
  ]),
)
javaScript.set('String', new Known(([value]) => (typeof value === 'string' ? value : opaque)))
javaScript.set('Promise', fieldsOf([['all', new Known(([value]) => value)]]))

/** Calls a method of a known array or text. Leaves the order and the number of an array's elements open. */
export function callMethod(evaluation: Evaluation, of: Value, name: string, values: Value[]): Value {
  const [argument] = values
  const call = (...some: Value[]) => evaluation.call(argument, some.slice(0, 2))
  if (of === opaque && (name === 'map' || name === 'flatMap')) return [call(opaque, opaque)].flat()
  if (Array.isArray(of))
    switch (name) {
      case 'map':
        return of.map((one, index) => call(one, index))
      case 'flatMap':
        return lift(
          of.map((one, index) => call(one, index)),
          (parts) => parts.flat(),
        )
      case 'filter':
        return argument instanceof Closure ? of.filter(call) : of
      case 'find':
      case 'at':
        return choose(of)
      case 'slice':
        return typeof argument === 'number' ? of.slice(argument) : of
      case 'toSorted':
      case 'toReversed':
        return of
      case 'concat':
        return [...of, ...values.flat()]
      case 'push':
        return of.push(...values)
      case 'join':
        return lift(of, (some) =>
          concatenate(['', ...some.map((_, index) => (index + 1 === some.length ? '' : textOf(argument)))], some, ''),
        )
      default:
        return opaque
    }
  if (typeof of === 'string' && values.every((value) => typeof value === 'string' || typeof value === 'number')) {
    const method = (of as unknown as Record<string, unknown>)[name]
    if (typeof method === 'function') return (method as (...some: Value[]) => Value).apply(of, values)
  }
  return opaque
}
