import { z } from 'zod'
import { store } from '../sandbox.ts'
import { indexedFieldOf, isIndexed } from '../store.ts'
import type { Table, Tables } from '../store.ts'
import { pagingFields, parseInput } from './input.ts'
import type { Form } from './input.ts'
import { getObject, getCustomer, pageOf } from './retrieval.ts'

type PathParams = { id: string }

/** Endpoint of the API. `prepare` validates and returns a synchronous function, so that a call is one transaction. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  prepare: (form: Form, path: PathParams) => () => object
}

export const endpoint = <Schema extends z.ZodType>(
  method: Endpoint['method'],
  url: string,
  input: Schema,
  run: (input: z.output<Schema>, path: PathParams) => object,
): Endpoint => ({
  method,
  url,
  prepare(form, path) {
    const parsed = parseInput(input, form)
    return () => run(parsed, path)
  },
})

const noParameters = z.strictObject({})

export const endpointWithoutParams = (method: Endpoint['method'], url: string, run: (id: string) => object) =>
  endpoint(method, url, noParameters, (_input, { id }) => run(id))

export const retrieveEndpoint = (url: string, name: Table) =>
  endpointWithoutParams('GET', `${url}/:id`, (id) => getObject(name, id))

type Filters = Record<string, z.ZodType>
type FilterValues<Shape extends Filters> = { [Name in keyof Shape]?: z.output<Shape[Name]> }

/** Endpoint that lists a table, or with `:id` in the URL the records of a customer. `fits` checks `special` filters. */
export function listEndpoint<Name extends Table, Shape extends Filters>(
  url: string,
  name: Name,
  filters: Shape,
  special: (keyof Shape)[] = [],
  fits: (record: Tables[Name], input: FilterValues<Shape>) => boolean = () => true,
) {
  const schema = z.strictObject({ ...pagingFields, ...z.strictObject<Filters>(filters).partial().shape })
  return endpoint('GET', url, schema, ({ limit, starting_after, ending_before, created, ...input }, { id }) => {
    const customer = id === '' ? {} : { customer: getCustomer(id).id }
    const conditions = Object.entries({ ...input, ...customer }).filter(
      ([field, value]) => !special.includes(field) && value !== undefined,
    )
    const [field, value] = conditions.find(([one]) => isIndexed(one)) ?? []
    const candidates = field === undefined ? [...store.all(name)] : store.by(name, field, String(value))
    const records = candidates.filter(
      (record) =>
        conditions.every(([one, expected]) => indexedFieldOf(record, one) === expected) &&
        fits(record, input as FilterValues<Shape>),
    )
    return pageOf(url.replace(':id', id), records, { limit, starting_after, ending_before, created })
  })
}
