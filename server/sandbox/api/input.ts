import { z } from 'zod'
import { invalidRequest } from './errors.ts'

/** Schemas of form fields. The value of a form field is always text. */
export const text = z.string().max(5_000)
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: 'integer' })
  .transform(Number)
export const nonNegativeInteger = integer.pipe(z.number().min(0))
export const itemQuantity = integer.pipe(z.number().min(1).max(1_000_000))
export const boolean = z.enum(['true', 'false'], { error: 'boolean' }).transform((value) => value === 'true')
export const decimal = z
  .string()
  .regex(/^\d{1,12}(\.\d+)?$/, { error: 'decimal' })
  .transform(Number)
/** Text field whose empty value unsets it. */
export const unsettableText = text.transform((value) => (value === '' ? null : value))
export const url = z.url({ protocol: /^https?$/, error: 'url' }).max(5_000)
export const enabled = z.strictObject({ enabled: boolean })

const MetadataMap = z
  .record(z.string().max(40), z.string().max(500))
  .refine((map) => Object.keys(map).length <= 50, { error: 'metadata' })
export const metadata = z.union([z.literal(''), MetadataMap]).optional()
export type MetadataInput = z.infer<typeof metadata>

/** Merges metadata. An empty value removes its key; an empty map removes all keys. */
export function mergeMetadata(before: Record<string, string> | null, changes: MetadataInput): Record<string, string> {
  if (changes === undefined) return before ?? {}
  if (changes === '') return {}
  const merged = { ...before, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

const pathOf = ([first = '', ...rest]: PropertyKey[]) =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('')

type Issue = z.core.$ZodIssue

function deepestIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.flat().toSorted((one, other) => other.path.length - one.path.length)[0]
  return inner ? deepestIssue({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

function problemOf(rootIssue: Issue) {
  const issue = deepestIssue(rootIssue)
  const param = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const name = pathOf([...issue.path, issue.keys[0] ?? ''])
    const message = `Received unknown parameter: ${name}. (The payment sandbox knows what this product needs; Stripe may know more.)`
    return invalidRequest(message, name, 'parameter_unknown')
  }
  if (issue.input === undefined && issue.code !== 'custom')
    return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (issue.message === 'integer')
    return invalidRequest(`Invalid integer: ${param}`, param, 'parameter_invalid_integer')
  if (issue.message === 'url') return invalidRequest('Not a valid URL', param, 'url_invalid')
  return invalidRequest(`Invalid ${param}: ${issue.message}`, param)
}

export function parseInput<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? problemOf(issue) : invalidRequest('Invalid request.')
}

/** Parses the JSON body or the query of a request under /_sandbox. */
export function parseControlInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  throw invalidRequest(z.prettifyError(parsed.error).replaceAll('\n', ' '))
}

type FormValue = string | FormValue[] | Form
export type Form = { [name: string]: FormValue }
type Node = string | Map<string, Node>

const maxFields = 2_000
const maxDepth = 10

function setPath(node: Map<string, Node>, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(node.size) : name
  if (rest.length === 0) return void node.set(key, value)
  const child = node.get(key)
  const next = child instanceof Map ? child : new Map<string, Node>()
  node.set(key, next)
  setPath(next, rest, value)
}

function valueOf(node: Node): FormValue {
  if (typeof node === 'string') return node
  const isList = node.size > 0 && [...node.keys()].every((key, at) => key === String(at))
  return isList ? [...node.values()].map(valueOf) : formOf(node)
}

const formOf = (node: Map<string, Node>): Form =>
  Object.assign(Object.create(null), Object.fromEntries([...node].map(([key, child]) => [key, valueOf(child)]))) as Form

/** Parses a form with nested names like `items[0][price]` and `expand[]`, as Stripe does. */
export function parseForm(encoded: string): Form {
  const root = new Map<string, Node>()
  const pairs = [...new URLSearchParams(encoded)]
  if (pairs.length > maxFields) throw invalidRequest('Too many parameters.')
  for (const [name, value] of pairs) {
    const path = [name.replace(/\[.*/s, ''), ...[...name.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
    if (path.length > maxDepth) throw invalidRequest(`Too many levels: ${name}`)
    setPath(root, path, value)
  }
  return formOf(root)
}
