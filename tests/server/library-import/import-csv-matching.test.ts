import { describe, expect, test } from 'vitest'
import { withClient } from '../../support/postgres/database.ts'
import { emptyLibrary, fileOf, importCsv, importText, ndjson, promptRow, promptsIn } from '../../support/importing.ts'

describe('a CSV import', () => {
  test.each([false, true])(
    'rejects rows with equal titles, naming the line of the other row (dry run: %s)',
    async (dryRun) => {
      const address = await emptyLibrary()
      const file = await fileOf('act,prompt\nOnce,1\nTwice,2\n"Twi\nce",3\n"Twice ",4\n"Twi ce",5\n', 'csv')
      const { rows, ...outcome } = await importCsv(address, file, {}, { dryRun })
      expect(outcome).toMatchObject({ read: 5, added: 1, rejected: 4 })
      expect(rows.map(({ line, reason }) => [line, reason])).toEqual(
        [
          [3, 6],
          [4, 7],
          [6, 3],
          [7, 4],
        ].map(([line, other]) => [line, `title: line ${other} has the same: each row needs its own`]),
      )
      expect(await importCsv(address, file, {}, { dryRun, locale: 'es' })).toMatchObject({
        rows: expect.arrayContaining([expect.objectContaining({ reason: expect.stringContaining('la línea 3') })]),
      })
    },
  )

  test('rejects rows with equal slugs, naming the line of the other row', async () => {
    const address = await emptyLibrary()
    const file = await fileOf('act,prompt,slug\nA,1,one\nB,2,one\nC,3,three\n', 'csv')
    const { rows, added } = await importCsv(address, file, { map: 'title=act,content=prompt,slug=slug' })
    expect(added).toBe(1)
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'slug: line 3 has the same: each row needs its own'],
      [3, 'slug: line 2 has the same: each row needs its own'],
    ])
  })

  test('rejects a row without a slug if a row with a slug has the same title', async () => {
    const file = await fileOf('act,prompt,slug\nOde,1,one\nOde,2,\nOde,3,three\nHymn,4,\nHymn,5,hymn-5\n', 'csv')
    const address = await emptyLibrary()
    const { rows, added } = await importCsv(address, file, { map: 'title=act,content=prompt,slug=slug' })
    expect(added).toBe(3)
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'title: line 2 has the same: each row needs its own'],
      [5, 'title: line 6 has the same: each row needs its own'],
    ])
  })

  test('matches a row without a slug by title within the use case, in any Unicode form', async () => {
    const address = await emptyLibrary()
    await importText(
      address,
      ndjson(
        promptRow('kept-address', { texts: { en: { title: 'Año', content: 'old' } } }),
        promptRow('elsewhere', { use_case: 'songs', texts: { en: { title: 'Ode', content: 'old' } } }),
        promptRow('given', { texts: { en: { title: 'Ode', content: 'old' } } }),
      ),
    )
    const text = 'act,prompt,slug\nAño,new,\nOde,newer,\nOther,newest,given\n'.normalize('NFD')
    const map = 'title=act,content=prompt,slug=slug'
    expect(await importCsv(address, await fileOf(text, 'csv'), { map })).toMatchObject({
      added: 1,
      changed: 2,
      rejected: 0,
    })
    expect((await promptsIn(address)).map(({ slug, content }) => [slug, content])).toEqual([
      ['kept-address', 'new'],
      ['elsewhere', 'old'],
      ['given', 'newest'],
      ['ode', 'newer'],
    ])
  })

  test('rejects a title that several prompts of the use case have, naming their slugs', async () => {
    const address = await emptyLibrary()
    const texts = { en: { title: 'Ode', content: 'old' } }
    await importText(address, ndjson(promptRow('a', { texts }), promptRow('b', { texts })))
    expect((await importCsv(address, await fileOf('act,prompt\nOde,new\n', 'csv'))).rows).toMatchObject([
      { line: 2, reason: 'title: several prompts of the use case have it (a, b): name the slug in a column' },
    ])
  })

  test('creates no slug that is the former slug of another prompt', async () => {
    const address = await emptyLibrary()
    await importText(address, ndjson(promptRow('ode')))
    await withClient(address, (client) => client.query(`UPDATE prompt SET slug = 'hymn' WHERE slug = 'ode'`))
    expect(await importCsv(address, await fileOf('act,prompt\nOde,new\n', 'csv'))).toMatchObject({
      added: 1,
      changed: 0,
    })
    expect((await promptsIn(address)).map(({ slug }) => slug)).toEqual(['hymn', 'ode-2'])
  })

  test.each(['act,prompt,act', 'act,prompt,other,other', `${'é,é'.normalize('NFD')},act,prompt`])(
    'refuses a header that names a column twice: %s',
    async (header) => {
      const file = await fileOf(`${header}\nA,1,2,3\n`, 'csv')
      await expect(importCsv(await emptyLibrary(), file)).rejects.toThrow(
        /^The header of .* the column "(act|other|é)" exists twice\.$/,
      )
    },
  )

  test('accepts several columns without a name in the header', async () => {
    const file = await fileOf('act,prompt,,\nA,1,,\n', 'csv')
    expect(await importCsv(await emptyLibrary(), file)).toMatchObject({ added: 1 })
  })

  test('rejects a title with bidirectional or invisible control characters', async () => {
    const { rows } = await importCsv(await emptyLibrary(), await fileOf('act,prompt\nA\u202eB,1\n', 'csv'))
    expect(rows).toMatchObject([
      { line: 2, reason: 'texts.en.title: has characters that reverse, hide or break a line' },
    ])
  })

  test('stores texts in NFC with \\n as line end', async () => {
    const address = await emptyLibrary()
    const file = await fileOf('act,prompt\r\n"Título","una\r\nseñal"\r\n'.normalize('NFD'), 'csv')
    await importCsv(address, file)
    expect(await promptsIn(address)).toMatchObject([{ title: 'Título', content: 'una\nseñal' }])
  })
})
