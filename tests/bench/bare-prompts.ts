import fastify from 'fastify'
import { Pool } from 'pg'
import { paths } from '#shared/paths.ts'
import { promptStatement } from './prompt-statement.ts'

/** The floor: Fastify and pg alone, answering prompts by the product's own statement, prepared. */
const [url = '', example = ''] = process.argv.slice(2)
const { text, valuesFor } = await promptStatement(url, example)
const pool = new Pool({ connectionString: url, max: 10 })
const app = fastify()
app.get<{ Params: { slug: string } }>(decodeURIComponent(paths.api.prompt(':slug')), async ({ params }) => {
  const { rows } = await pool.query({ name: 'prompt', text, values: valuesFor(params.slug) })
  return rows[0].answer
})
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
