import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { completeOutlines } from '../../../server/library/library.jobs.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, sql } from '../../support/app.ts'
import { createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const content = 'Write to ${reader:a secret colleague} about ${the_topic} on {{day}}, again ${the_topic}.'
const texts = { en: { content, labels: { reader: 'Who reads it' } }, es: { content: 'Sobre ${tema}', labels: {} } }
const cardOf = async (useCase: { slug: string }, locale: 'en' | 'es' = 'en') =>
  (await get(paths.api.useCasePrompts(useCase.slug), { locale })).body.results[0]

describe('inputs and word_count of a prompt', () => {
  test('are the labels of the placeholders in order, without duplicates, and the number of words, in each language', async () => {
    const use_case = await createUseCase()
    await createPrompt({ use_case, ...texts })
    await completeOutlines(60_000)
    expect(await cardOf(use_case)).toMatchObject({ inputs: ['Who reads it', 'The topic', 'Day'], word_count: 11 })
    expect(await cardOf(use_case, 'es')).toMatchObject({ inputs: ['Tema'], word_count: 2 })
  })

  test('are public for a locked prompt, which returns all inputs, without defaults', async () => {
    const use_case = await createUseCase()
    const names = Array.from({ length: 8 }, (_, at) => `field_${at + 1}`)
    const fields = names.map((name) => `\${${name}:secret default}`).join(' ')
    const prompt = await createPrompt({ use_case, tier: 1, en: { content: fields, labels: {} } })
    await completeOutlines(60_000)
    const labels = names.map((name) => name.replace('field_', 'Field '))
    const { body, text } = await get(paths.api.prompt(prompt.slug))
    expect(body.preview).toMatchObject({ inputs: labels, word_count: 16 })
    expect(text).not.toContain('secret')
    expect((await cardOf(use_case)).inputs).toEqual(labels.slice(0, 6))
  })

  test('are empty and counted by PostgreSQL until they are computed', async () => {
    const use_case = await createUseCase()
    await createPrompt({ use_case, ...texts })
    expect(await cardOf(use_case)).toMatchObject({ inputs: [], word_count: 11 })
  })

  test('are computed again after any change of content or labels, and dropped with the text', async () => {
    const use_case = await createUseCase()
    const { id } = await createPrompt({ use_case, ...texts })
    await completeOutlines(60_000)
    await sql.query(`UPDATE prompt_text SET title = 'Other' WHERE prompt_id = $1`, [id])
    expect(await db.promptOutline.count({ where: { prompt_id: id, is_current: true } })).toBe(2)
    await sql.query(`UPDATE prompt_text SET labels = '{"tema": "El tema"}' WHERE prompt_id = $1 AND locale = 'es'`, [
      id,
    ])
    expect(await cardOf(use_case, 'es')).toMatchObject({ inputs: ['Tema'] })
    await completeOutlines(60_000)
    await expect.poll(() => cardOf(use_case, 'es')).toMatchObject({ inputs: ['El tema'] })
    await sql.query(`DELETE FROM prompt_text WHERE prompt_id = $1 AND locale = 'es'`, [id])
    expect(await db.promptOutline.count({ where: { prompt_id: id } })).toBe(1)
  })

  test('skips a row that another transaction has locked', async () => {
    const { id } = await createPrompt({ ...texts })
    await sql.query('BEGIN')
    await sql.query('SELECT FROM prompt_outline WHERE prompt_id = $1 FOR UPDATE', [id])
    await completeOutlines(60_000)
    expect(await db.promptOutline.count({ where: { prompt_id: id, is_current: true } })).toBe(0)
    await sql.query('ROLLBACK')
    await completeOutlines(60_000)
    expect(await db.promptOutline.count({ where: { prompt_id: id, is_current: true } })).toBe(2)
  })
})

async function linesOf(example: string) {
  const { slug } = await createPrompt({ tier: 1, en: { example } })
  return (await get(paths.api.prompt(slug))).body.preview.example_lines
}

describe('example_lines', () => {
  test.each([
    ['none', '', []],
    ['one line', 'One', ['One']],
    ['two lines', 'One\nsecret', ['One']],
    ['an empty line', 'One\n\nThree\nsecret\nsecret', ['One', '', 'Three']],
    [
      'many lines',
      Array.from({ length: 30 }, (_, at) => `Line ${at}`).join('\n'),
      ['Line 0', 'Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 5'],
    ],
    ['a long line', `${'a'.repeat(500)}\nsecret`, ['a'.repeat(400)]],
  ])('of a locked prompt are at most six lines and half of the example: %s', async (_name, example, lines) => {
    expect(await linesOf(example)).toEqual(lines)
  })

  test('are not in an open prompt', async () => {
    const { slug } = await createPrompt({ tier: 1 })
    const { body } = await get(paths.api.prompt(slug), { as: await createPerson({ tier: 1 }) })
    expect(body).not.toHaveProperty('example_lines')
  })
})
