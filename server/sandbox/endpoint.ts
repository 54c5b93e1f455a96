import type { z } from 'zod'
import type { Form } from './form.ts'
import { parseInput } from './input.ts'

export type PathParams = { id: string }

/** One call of the API. `run` waits for nothing, so that each call is one transaction. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  run: (form: Form, path: PathParams) => object
}

export const endpoint = <Schema extends z.ZodType>(
  method: Endpoint['method'],
  url: string,
  input: Schema,
  run: (input: z.output<Schema>, path: PathParams) => object,
): Endpoint => ({ method, url, run: (form, path) => run(parseInput(input, form), path) })
