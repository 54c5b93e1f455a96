import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { openApp, post, sql } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const many = 100
const times = <Made>(task: (at: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: many }, (_, at) => task(at)))

/** Simulates a busy disk: each rating holds its locks for 30 ms. */
const slowDown = `
  CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END';
  CREATE TRIGGER slow AFTER INSERT OR UPDATE ON rating FOR EACH ROW EXECUTE FUNCTION take_long()`

describe('a hundred simultaneous requests', () => {
  test("to rate a prompt all succeed, and the prompt's average equals its ratings", async () => {
    const [prompt, people] = [await createPrompt(), await times(() => createPerson())]
    await sql.query(slowDown)
    for (const value of [(at: number) => 1 + (at % 5), () => 4]) {
      const answers = await times((at) =>
        post(paths.api.promptRating(prompt.slug), { value: value(at) }, { as: people[at] }),
      )
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    }
    const { rows } = await sql.query(
      `SELECT rating_avg AS avg, rating_count AS count, (SELECT count(*)::int FROM rating WHERE prompt_id = prompt.id) AS true_count
         FROM prompt WHERE id = $1`,
      [prompt.id],
    )
    expect(rows[0]).toEqual({ avg: 4, count: many, true_count: many })
  })
})
