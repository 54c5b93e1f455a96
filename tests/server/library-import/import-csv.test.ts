import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, test } from 'vitest'
import { parseMapping, slugFromTitle } from '../../../server/library-import/import-csv.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import {
  emptyLibrary,
  exportText,
  fileOf,
  importCsv,
  importText,
  ndjson,
  promptRow,
  promptsIn,
  versions,
} from '../../support/importing.ts'

/** A second CSV parser, independent of the one under test. */
function readByHand(text: string): string[][] {
  const records: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const record = records.at(-1) as string[]
    const character = text[at] as string
    const last = record.length - 1
    if (quoted && character === '"' && text[at + 1] === '"') record[last] = `${record[last]}${text[at++]}`
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === ',') record.push('')
    else if (!quoted && character === '\r' && text[at + 1] === '\n') continue
    else if (!quoted && character === '\n') records.push([''])
    else record[last] = `${record[last]}${character}`
  }
  return records.filter((record) => record.length > 1 || record[0] !== '')
}

const table = (titles: string[]) =>
  fileOf(`act,prompt\n${titles.map((title) => `${title},${title}.`).join('\n')}`, 'csv')

describe('an import of a CSV file', () => {
  test('takes title and content from the mapped columns, and makes a slug from the title', async () => {
    const address = await emptyLibrary()
    const file = await fileOf(
      '\ufeffact,prompt,other\r\n"An ""odd"" title","two\nlines, one comma",x\r\nPlain,"  spaces  ",y',
      'csv',
    )
    expect(await importCsv(address, file, { required_tier: 2 })).toMatchObject({ read: 2, added: 2, rejected: 0 })
    expect(await promptsIn(address)).toEqual([
      { slug: 'an-odd-title', use_case: 'poems', title: 'An "odd" title', content: 'two\nlines, one comma' },
      { slug: 'plain', use_case: 'poems', title: 'Plain', content: '  spaces  ' },
    ])
    expect(await exportText(address)).toContain(
      '"slug":"plain","use_case":"poems","required_tier":2,"length_tag":"short"',
    )
  })

  test('changes nothing when run a second time', async () => {
    const address = await emptyLibrary()
    const file = await fileOf('act,prompt\nOne,1\nTwo,2\nOne!,3\n', 'csv')
    await importCsv(address, file)
    const before = await withClient(address, versions)
    expect(await importCsv(address, file)).toMatchObject({ added: 0, changed: 0, rejected: 0 })
    expect(await withClient(address, versions)).toEqual(before)
  })

  test('numbers equal slugs, so that no row overwrites another', async () => {
    const address = await emptyLibrary()
    const titles = ['Same', 'Same!', 'Same 2', 'same', 'Same 3', 'Same  2']
    expect(await importCsv(address, await table(titles))).toMatchObject({ added: 6, rejected: 0 })
    const found = await promptsIn(address)
    expect(found.map(({ title, content }) => [title, content])).toEqual(titles.map((title) => [title, `${title}.`]))
    expect(found.slice(0, 2).map(({ slug }) => slug)).toEqual(['same', 'same-2'])
    expect(await importCsv(address, await table(titles.toReversed()))).toMatchObject({
      added: 0,
      changed: 0,
      rejected: 0,
    })
  })

  test('does not touch prompts of other use cases with equal slugs', async () => {
    const address = await emptyLibrary()
    const others = ['same', 'same-2', 'taken', 'taken-songs'].map((slug) => promptRow(slug))
    await importText(address, ndjson(...others))
    const file = await fileOf('act,prompt\nFree,a\nFree!,b\nSame,c\nSame!,d\nTaken,e', 'csv')
    expect(await importCsv(address, file, { use_case: 'songs' })).toMatchObject({ added: 5, changed: 0, rejected: 0 })
    const found = await promptsIn(address)
    expect(found.filter(({ use_case }) => use_case === 'poems').map(({ slug, content }) => [slug, content])).toEqual(
      others.map(({ slug }) => [slug, `Content of ${slug}`]),
    )
    expect(found.filter(({ use_case }) => use_case === 'songs').map(({ content }) => content)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
    expect(await importCsv(address, file, { use_case: 'songs' })).toMatchObject({ added: 0, changed: 0 })
  })

  test('keeps models, tags, translations and advice that have no column in the file', async () => {
    const address = await emptyLibrary()
    const texts = { en: { title: 'Ode', content: 'old', how_to_use: 'So' }, es: { title: 'Oda', content: 'vieja' } }
    await importText(address, ndjson(promptRow('ode', { models: ['gpt'], tags: ['seo'], texts })))
    expect(await importCsv(address, await fileOf('act,prompt\nOde,new\n', 'csv'))).toMatchObject({
      added: 0,
      changed: 1,
    })
    const exported = await exportText(address)
    expect(exported).toContain('"models":["gpt"],"tags":["seo"]')
    expect(exported).toContain('"content":"new","how_to_use":"So"')
    expect(exported).toContain('"content":"vieja"')
  })

  test('rejects invalid rows with their line, and accepts the others', async () => {
    const address = await emptyLibrary()
    const outcome = await importCsv(
      address,
      await fileOf('act,prompt\nGood,1\nToo,many,columns\n,no title\nBlank, \nLast,2\n', 'csv'),
    )
    expect(outcome).toMatchObject({ added: 2, rejected: 3 })
    expect(outcome.rows.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual([3, 4, 5])
    expect(
      (await importCsv(address, await fileOf('act,prompt\nA,1\n', 'csv'), { use_case: 'nowhere' })).rows,
    ).toMatchObject([{ reason: expect.stringContaining('nowhere') }])
  })

  test('fails if the header has no column of the mapping', async () => {
    const file = await fileOf('act,text\nA,1\nB,2\n', 'csv')
    await expect(importCsv(await emptyLibrary(), file)).rejects.toThrow(
      `The header of ${file} cannot be used: it has no column "prompt", but "act", "text".`,
    )
  })

  test.each([';', '\t'])('reads files with a byte order mark and the separator %j', async (mark) => {
    const address = await emptyLibrary()
    const file = await fileOf(`\uFEFFact${mark}prompt\nOne${mark}"a, b${mark} c"\n`, 'csv')
    expect(await importCsv(address, file)).toMatchObject({ added: 1, rejected: 0 })
    expect(await promptsIn(address)).toMatchObject([{ title: 'One', content: `a, b${mark} c` }])
  })

  test('reports the reasons of rejected rows in the chosen language', async () => {
    const [address, file] = [await emptyLibrary(), await fileOf('act,prompt\nGood,1\nBlank, \nA,"b', 'csv')]
    const { rows } = await importCsv(address, file, {}, { locale: 'es' })
    expect(rows.map(({ reason }) => reason)).toEqual([
      'texts.en.content: está en blanco',
      'unas comillas abren el campo 2 y no se cierran: todo hasta la línea 4 queda dentro',
    ])
  })

  test('reports the first line of each rejected record, also after line breaks within quotes', async () => {
    const address = await emptyLibrary()
    const records = [
      'act,prompt',
      '"One\r\n\r\n\r\nmore",first',
      'Bad,"x"y, z"',
      '',
      'It is 5" long,second',
      '"Two ""quoted"" words\n",third',
      'Too,many,columns',
      '"Says "hello", then goes",fourth',
      'Last,"fifth\r\n"',
    ]
    const { rows, ...outcome } = await importCsv(address, await fileOf(records.join('\r\n'), 'csv'))
    expect(outcome).toMatchObject({ read: 7, added: 3, rejected: 4 })
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'a quote is in the middle of field 2, which is in quotes: write it twice'],
      [8, 'a quote is in the middle of field 1'],
      [11, 'has 3 fields, but the header has 2'],
      [12, expect.stringContaining('a quote is in the middle of field 1, which is in quotes')],
    ])
    const found = await promptsIn(address)
    expect(found.map(({ title, content }) => [title, content])).toEqual([
      ['One more', 'first'],
      ['Two "quoted" words', 'third'],
      ['Last', 'fifth\n'],
    ])
  })

  test('reports the line of a quote that is never closed', async () => {
    const address = await emptyLibrary()
    const file = await fileOf(`act,prompt\nGood,"two\nlines"\n"Title\n",x,"open\n${'text, text\n'.repeat(50)}`, 'csv')
    const { rows, ...outcome } = await importCsv(address, file)
    expect(outcome).toMatchObject({ read: 2, added: 1, rejected: 1 })
    expect(rows).toEqual([
      {
        line: 5,
        reason: 'a quote opens field 3 and is never closed: everything up to line 55 is in it',
        row: ['Title\n', 'x'],
      },
    ])
  })

  test('rejects records that are not UTF-8, and stores the others unchanged', async () => {
    const address = await emptyLibrary()
    const text = 'act,prompt\nGood,café\nBad,caf#\n"Two\nlines","caf#"\nLast,日本\n'
    const parts = text.split('#').flatMap((part) => [Buffer.from(part), Buffer.from([0xe9])])
    const { rows } = await importCsv(address, await fileOf(Buffer.concat(parts.slice(0, -1)), 'csv'))
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'not UTF-8'],
      [4, 'not UTF-8'],
    ])
    expect((await promptsIn(address)).map(({ content }) => content)).toEqual(['café', '日本'])
  })

  test('rejects a record of more than 8 MiB, on one or several lines, and imports the next record', async () => {
    const address = await emptyLibrary()
    const most = 8 * 2 ** 20
    const records = [
      'act,prompt',
      `Line,${'x'.repeat(most)}`,
      'A,1',
      `Lines,"${`${'x'.repeat(1023)}\n`.repeat(most / 1024)}"`,
      'B,2',
    ]
    const { rows } = await importCsv(address, await fileOf(records.join('\n'), 'csv'))
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([2, 4].map((line) => [line, 'longer than 8 MiB']))
    expect((await promptsIn(address)).map(({ title }) => title)).toEqual(['A', 'B'])
  })

  test.each([
    ['"act,prompt\nA,1\n', 'a quote opens field 1 and is never closed: everything up to line 2 is in it'],
    ['act,pro"mpt\nA,1\n', 'a quote is in the middle of field 2'],
  ])('fails for a header that cannot be read: %s', async (text, reason) => {
    const file = await fileOf(text, 'csv')
    await expect(importCsv(await emptyLibrary(), file)).rejects.toThrow(
      `The header of ${file} cannot be read: ${reason}.`,
    )
  })

  test.each([
    ['Análisis: 日本 2', 'analisis-2'],
    ['  --Hello, World!--  ', 'hello-world'],
    ['ÑANDÚ straße', 'nandu-stra-e'],
    ['a'.repeat(200), 'a'.repeat(80)],
  ])('slugFromTitle makes a slug from the title %s', (title, slug) => expect(slugFromTitle(title)).toBe(slug))

  test('slugFromTitle makes a unique slug from a title without letters', () => {
    expect(slugFromTitle('!?')).toMatch(/^prompt-[0-9a-f]{10}$/)
    expect(slugFromTitle('हिन्दी में')).toMatch(/^prompt-[0-9a-f]{10}$/)
    expect(slugFromTitle('!?')).not.toBe(slugFromTitle('?!'))
  })

  test.each(['', 'title=act', 'title=act,content', 'tittle=act,content=prompt', 'title=a,content=b,title=c'])(
    'refuses an incomplete mapping: "%s"',
    (map) => {
      expect(() => parseMapping(map)).toThrow(/--map/)
    },
  )
})

const real = fileURLToPath(new URL('../../../../shared/data/prompts.csv', import.meta.url))
const isThere = existsSync(real)
if (!isThere) console.log(`Not there, and so not imported: ${real}`)
test.runIf(isThere)('stores 1,257 real prompts byte for byte', async () => {
  const address = await emptyLibrary()
  const [header, ...records] = readByHand(await readFile(real, 'utf8'))
  expect(records).toHaveLength(1_257)
  const [title, content] = [header?.indexOf('act') ?? -1, header?.indexOf('prompt') ?? -1]
  expect(await importCsv(address, real)).toMatchObject({ read: 1_257, added: 1_257, changed: 0, rejected: 0, rows: [] })
  const found = await promptsIn(address)
  expect(found).toHaveLength(records.length)
  found.forEach((prompt, at) => {
    expect(prompt.title).toBe(records[at]?.[title])
    expect(Buffer.from(prompt.content).equals(Buffer.from(records[at]?.[content] ?? ''))).toBe(true)
  })
  const exported = await exportText(address)
  const second = await createDatabase(inject('postgres'))
  await importText(second, exported)
  expect(await exportText(second)).toBe(exported)
  expect(await importCsv(address, real)).toMatchObject({ added: 0, changed: 0 })
})
