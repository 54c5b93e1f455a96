import fastify from 'fastify'
import { Pool } from 'pg'
import { statementOf } from './statements.ts'
import type { ReadName } from './statements.ts'

/** Baseline: Fastify and pg with the product's prepared statement. Path segments are the keys. */
const [url = '', name = '', ...example] = process.argv.slice(2)
const { text, valuesFor } = await statementOf(url, name as ReadName, example)
const pool = new Pool({ connectionString: url, max: 10 })
const app = fastify()
app.get<{ Params: { '*': string } }>('/*', async ({ params }) => {
  const { rows } = await pool.query({ name, text, values: valuesFor(params['*'].split('/')) })
  return rows.length === 1 ? rows[0].answer : rows.map(({ answer }) => answer)
})
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
