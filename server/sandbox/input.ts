import { z } from 'zod'
import { invalidRequest } from './errors.ts'
import type { Form } from './form.ts'

/** Forms hold only text: these read it. */
export const text = z.string().max(5_000)
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: 'integer' })
  .transform(Number)
export const count = integer.pipe(z.number().min(0))
export const boolean = z.enum(['true', 'false'], { error: 'boolean' }).transform((value) => value === 'true')
export const decimal = z
  .string()
  .regex(/^\d{1,12}(\.\d+)?$/, { error: 'decimal' })
  .transform(Number)
/** Empty text unsets. */
export const emptyable = text.transform((value) => (value === '' ? null : value))
export const url = z.url({ protocol: /^https?$/, error: 'url' }).max(5_000)

const MetadataMap = z
  .record(z.string().max(40), z.string().max(500))
  .refine((map) => Object.keys(map).length <= 50, { error: 'metadata' })
export const metadata = z.union([z.literal(''), MetadataMap])
type MetadataInput = z.infer<typeof metadata> | undefined

/** Given keys replace, a blank value takes its key away, and a blank map takes them all. */
export function mergeMetadata(before: Record<string, string>, given: MetadataInput): Record<string, string> {
  if (given === undefined) return before
  if (given === '') return {}
  const merged = { ...before, ...given }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

const pathOf = (path: PropertyKey[]) => {
  const [first = '', ...rest] = path.map(String)
  return first + rest.map((part) => `[${part}]`).join('')
}

type Issue = z.core.$ZodIssue

function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.flat().toSorted((one, other) => other.path.length - one.path.length)[0]
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

function problemOf(given: Issue) {
  const issue = deepest(given)
  const param = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const name = pathOf([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(
      `Received unknown parameter: ${name}. (The payment sandbox knows what this product needs; Stripe may know more.)`,
      name,
      'parameter_unknown',
    )
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

const range = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])
export type Range = z.output<typeof range>

export const isWithin = (time: number, wanted: Range | undefined) => {
  if (wanted === undefined) return true
  if (typeof wanted === 'number') return time === wanted
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted
  return time > gt && time >= gte && time < lt && time <= lte
}

export const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: range.optional(),
}
export type Paging = {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Range | undefined
}
