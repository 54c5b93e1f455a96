import { Client } from 'pg'
import { closeDatabase, openDatabase } from '../../server/db.ts'
import { openPrompt } from '../../server/library/prompts.ts'

type Statement = { text: string; values: unknown[] }

/** The statement that the product sends for a prompt, as it is heard on its way, and its values for any slug. */
export async function promptStatement(url: string, example: string) {
  const statements: Statement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its client below
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...given: Parameters<typeof query>) {
    statements.push(given[0] as unknown as Statement)
    return query.apply(this, given)
  } as typeof query
  await openDatabase(url, 1)
  await openPrompt(example, 'en', 0)
  await closeDatabase()
  Client.prototype.query = query
  const found = statements.find(({ values }) => values?.flat().includes(example))
  if (!found) throw new Error('The statement of a prompt was not statements.')
  const { text, values } = found
  return {
    text,
    valuesFor: (slug: string) => values.map((value) => ([value].flat().includes(example) ? [slug] : value)),
  }
}
