import { readFile } from 'node:fs/promises'
import { describe, expect, inject, test } from 'vitest'
import { highestTier } from '#shared/tier.ts'
import { paths } from '#shared/paths.ts'
import { get, openApp, sql, url } from '../../support/app.ts'
import { listStarterFiles } from '../../../server/library-import/starter.ts'
import { createDatabase, withClient } from '../../support/postgres/database.ts'
import { exportText, importText, ndjson, parents, promptRow, versions } from '../../support/importing.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const emptyLibrary = () => createDatabase(inject('postgres'))
const versionsIn = (address: string) => withClient(address, versions)
const padded = (slug: string, size: number) => JSON.stringify(promptRow(slug)).padEnd(size, ' ')
const tomorrow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const slugsIn = (address: string) =>
  withClient(address, async (client) =>
    (await client.query('SELECT slug FROM prompt ORDER BY id')).rows.map(({ slug }) => slug),
  )

const labelsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, `N ${at}`]))
const labelled = (labels: object, slug = 'labels') =>
  promptRow(slug, { texts: { en: { title: 'A title', content: 'Some text', labels } } })
const titled = (slug: string, title: string) => promptRow(slug, { texts: { en: { title, content: 'x' } } })

describe('an import of JSON lines', () => {
  test('stores the whole library in both languages, and the site shows it at once', async () => {
    const full = promptRow('ode', {
      required_tier: 1,
      length_tag: 'long',
      models: ['gpt'],
      tags: ['seo'],
      created_at: '2026-05-06T07:08:09.123Z',
      texts: {
        en: {
          title: 'An ode',
          short_description: 'Short',
          content: 'Write an ode on ${topic}',
          how_to_use: 'So',
          known_issues: 'Rhymes',
          labels: { form: 'Which form', topic: 'Topic' },
        },
        es: {
          title: 'Una oda',
          short_description: 'Corto',
          content: 'Escribe una oda',
          how_to_use: 'Así',
          known_issues: 'Rimas',
        },
      },
    })
    await get(paths.api.categories())
    expect(await importText(url, ndjson(...parents, full))).toMatchObject({
      read: 6,
      added: 1,
      changed: 0,
      rejected: 0,
      rows: [],
    })
    const subscriber = await createPerson({ tier: 1 })
    const english = await get(paths.api.prompt('ode'), { as: subscriber })
    expect(english.body).toMatchObject({
      title: 'An ode',
      short_description: 'Short',
      content: 'Write an ode on ${topic}',
      how_to_use: 'So',
      known_issues: 'Rhymes',
      labels: { form: 'Which form', topic: 'Topic' },
      inputs: ['Topic'],
      length_tag: 'long',
      required_tier: 1,
      models: [{ slug: 'gpt', name: 'GPT' }],
      tags: [{ slug: 'seo', name: 'SEO' }],
    })
    const spanish = await get(paths.api.prompt('ode'), { as: subscriber, locale: 'es' })
    expect(spanish.body).toMatchObject({
      title: 'Una oda',
      content: 'Escribe una oda',
      labels: {},
      tags: [{ name: 'Buscadores' }],
      use_case: { title: 'Escribir poemas' },
    })
    expect((await get(paths.api.categories())).body).toMatchObject([
      { slug: 'writing', name: 'Writing', warning_text: 'Mind', required_tier: 1, functional: { slug: 'work' } },
    ])
    expect((await get(paths.api.promptSearch({ q: 'odes' }))).body.results).toMatchObject([{ slug: 'ode' }])
    expect((await get(paths.api.promptSearch({ q: 'oda' }), { locale: 'es' })).body.results).toMatchObject([
      { slug: 'ode' },
    ])
    expect((await sql.query(`SELECT created_at FROM prompt WHERE slug = 'ode'`)).rows[0].created_at.toISOString()).toBe(
      '2026-05-06T07:08:09.123Z',
    )
  })

  test('computes the length tag if the row has none', async () => {
    const address = await emptyLibrary()
    await importText(
      address,
      ndjson(
        ...parents,
        ...[599, 600, 1999, 2000].map((length) => promptRow(`of-${length}`, { content: 'x'.repeat(length) })),
      ),
    )
    const { rows } = await withClient(address, (client) => client.query('SELECT length_tag FROM prompt ORDER BY id'))
    expect(rows.map(({ length_tag }) => length_tag)).toEqual(['short', 'medium', 'medium', 'long'])
  })

  test('writes no row when it is repeated', async () => {
    const address = await emptyLibrary()
    const text = ndjson(
      ...parents,
      promptRow('a', { models: ['gpt'], created_at: '2026-01-01T00:00:00Z' }),
      promptRow('b'),
    )
    await importText(address, text)
    const before = await versionsIn(address)
    expect(await importText(address, text)).toMatchObject({ read: 7, added: 0, changed: 0, rejected: 0 })
    expect(await versionsIn(address)).toEqual(before)
  })

  test('changes only the fields that differ, and removes a translation that the row lacks', async () => {
    const address = await emptyLibrary()
    const translated = { en: { title: 'A', content: 'a' }, es: { title: 'Á', content: 'á' } }
    await importText(address, ndjson(...parents, promptRow('a', { texts: translated }), promptRow('b'), promptRow('c')))
    const before = await exportText(address)
    expect(
      await importText(
        address,
        ndjson(promptRow('a', { texts: { en: translated.en } }), promptRow('b', { content: 'New' }), promptRow('c')),
      ),
    ).toMatchObject({ added: 0, changed: 2 })
    const expected = before
      .replace('"content":"Content of b"', '"content":"New"')
      .replace(/,"es":\{"title":"Á".*?\}/, '')
    expect(await exportText(address)).toBe(expected)
    expect(
      await importText(
        address,
        ndjson({ ...parents[4], texts: { en: { title: 'Write poems' } } }, { ...parents[3], required_tier: 0 }),
      ),
    ).toMatchObject({ rejected: 0 })
    const changed = await exportText(address)
    expect(changed).not.toContain('Escribir poemas')
    expect(changed).toContain('"slug":"writing","functional":"work","required_tier":0')
  })

  test('rejects invalid rows with line and reason, and accepts the others', async () => {
    const address = await emptyLibrary()
    const wrong: [string | object, RegExp][] = [
      ['{"type":"prompt"', /not JSON/],
      ['null', /row|object/i],
      ['[]', /row|object/i],
      [{ type: 'poem', slug: 'x' }, /type/],
      [promptRow('bad slug'), /^slug: may hold/],
      [promptRow('no-use-case', { use_case: 'nowhere' }), /use_case: there is no use_case "nowhere"/],
      [promptRow('no-model', { models: ['gpt', 'nobody'] }), /model: there is no model "nobody"/],
      [promptRow('no-tag', { tags: ['nothing'] }), /tag: there is no tag "nothing"/],
      [promptRow('twice', { models: ['gpt', 'gpt'] }), /models: names one twice/],
      [promptRow('no-title', { texts: { en: { content: 'x' } } }), /texts\.en\.title/],
      [promptRow('no-english', { texts: { es: { title: 'x', content: 'x' } } }), /texts\.en/],
      [promptRow('blank', { content: ' \n ' }), /texts\.en\.content: is blank/],
      [promptRow('unseen', { content: '\u200B' }), /texts\.en\.content: is blank/],
      [promptRow('tier', { required_tier: 10 }), /required_tier/],
      [promptRow('tier', { required_tier: -1 }), /required_tier/],
      [promptRow('unknown-field', { extra: 1 }), /extra/],
      [promptRow('when', { created_at: 'yesterday' }), /created_at/],
      [promptRow('when', { created_at: '0000-01-01T00:00:00Z' }), /created_at: is before the year 2000/],
      [promptRow('when', { created_at: '1999-12-31T23:59:59.999Z' }), /created_at: is before the year 2000/],
      [promptRow('when', { created_at: '9999-01-01T00:00:00Z' }), /created_at: is more than a day in the future/],
      [promptRow('when', { created_at: tomorrow(1.01) }), /created_at: is more than a day in the future/],
      [promptRow('nul', { content: 'a\0b' }), /texts\.en\.content: has a NUL/],
      [
        '{"type":"prompt","slug":"half","use_case":"poems","texts":{"en":{"title":"x","content":"\\ud800"}}}',
        /texts\.en\.content: has .*half a character/,
      ],
      [promptRow('long', { content: 'x'.repeat(200_001) }), /texts\.en\.content/],
      [labelled({ topic: ' ' }), /^texts\.en\.labels\.topic: is blank$/],
      [labelled({ topic: 'x'.repeat(61) }), /^texts\.en\.labels\.topic: /],
      [labelled({ topic: 1 }), /^texts\.en\.labels\.topic: /],
      [labelled({ topic: 'a\0b' }), /^texts\.en\.labels\.topic: has a NUL/],
      [labelled({ topic: 'a\u202eb' }), /^texts\.en\.labels\.topic: has characters that reverse/],
      [labelled({ ['x'.repeat(61)]: 'X' }), /^texts\.en\.labels\.x{61}: /],
      [labelled({ '': 'X' }), /^texts\.en\.labels/],
      [labelled(labelsOf(21)), /^texts\.en\.labels: names more than 20 placeholders$/],
      [labelled(['Topic']), /^texts\.en\.labels: /],
      [
        { type: 'category', slug: 'lost', functional: 'nowhere', texts: { en: { name: 'x', description: '' } } },
        /functional: there is no functional "nowhere"/,
      ],
      [
        { type: 'use_case', slug: 'lost', category: 'nowhere', texts: { en: { title: 'x' } } },
        /category: there is no category/,
      ],
    ]
    const lines = wrong.flatMap(([row], at) => [
      typeof row === 'string' ? row : JSON.stringify(row),
      JSON.stringify(promptRow(`good-${at}`)),
    ])
    const outcome = await importText(address, ndjson(...parents) + lines.join('\n'))
    expect(outcome).toMatchObject({ read: parents.length + lines.length, added: wrong.length, rejected: wrong.length })
    const { rows } = outcome
    wrong.forEach(([row, reason], at) => {
      expect(rows[at]?.line).toBe(parents.length + 1 + 2 * at)
      expect(rows[at]?.reason).toMatch(reason)
      const input = typeof row === 'string' ? rows[at]?.row : JSON.parse(JSON.stringify(row))
      expect(rows[at]?.row).toEqual(input)
    })
    expect(await slugsIn(address)).toEqual(wrong.map((_wrong, at) => `good-${at}`))
  })

  test('accepts up to 20 labels of up to 60 characters, exports them, and updates prompts with them', async () => {
    const address = await emptyLibrary()
    const longest = labelled({ ['n'.repeat(60)]: 'x'.repeat(60) })
    const rows = [promptRow('plain'), labelled(labelsOf(20), 'most'), longest]
    expect(await importText(address, ndjson(...parents, ...rows))).toMatchObject({ added: 3, rejected: 0 })
    const exported = await exportText(address)
    expect(exported).toContain(`"labels":{"${'n'.repeat(60)}":"${'x'.repeat(60)}"}`)
    expect(exported).not.toContain('"labels":{}')
    expect(await importText(address, exported)).toMatchObject({ added: 0, changed: 0, rejected: 0 })
    const other = ndjson(labelled({ a: 'B' }, 'plain'), promptRow('most'))
    expect(await importText(address, other)).toMatchObject({ added: 0, changed: 2 })
    expect((await exportText(address)).match(/"labels":/g)).toHaveLength(2)
  })

  test('accepts dates from the year 2000 to a day ahead, and the tiers 0 to 9', async () => {
    const address = await emptyLibrary()
    const rows = ['2000-01-01T00:00:00Z', tomorrow(0.99)].map((created_at, at) =>
      promptRow(`of-${at}`, { created_at, required_tier: 9 }),
    )
    expect(await importText(address, ndjson(...parents, ...rows))).toMatchObject({ added: 2, rejected: 0 })
    const { rows: ranges } = await sql.query(
      `SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname ~ '_tier_range$'`,
    )
    expect(ranges).toHaveLength(6)
    for (const { definition } of ranges)
      expect(definition).toMatch(new RegExp(`tier >= 0.* AND .*tier <= ${highestTier}\\b`))
  })

  test('uses the later of two rows with the same slug', async () => {
    const address = await emptyLibrary()
    expect(
      await importText(
        address,
        ndjson(...parents, promptRow('a', { content: 'first' }), promptRow('b'), promptRow('a', { content: 'last' })),
      ),
    ).toMatchObject({ added: 2, changed: 1 })
    expect(await exportText(address)).toContain('"content":"last"')
    expect(await exportText(address)).not.toContain('"content":"first"')
    const models = ['first', 'last'].map((name) => ({ type: 'model', slug: 'twice', name }))
    expect(await importText(address, ndjson(...models))).toMatchObject({ read: 2, rejected: 0 })
    expect(await exportText(address)).toContain('"slug":"twice","name":"last"')
  })

  test('joins the lines of a title, and rejects a title without visible characters', async () => {
    const address = await emptyLibrary()
    const rows = [titled('lines', ' One\r\n\ttwo \n'), titled('spaces', ' One  two '), titled('unseen', '\u200B\n')]
    expect(await importText(address, ndjson(...parents, ...rows))).toMatchObject({
      added: 2,
      rows: [{ reason: 'texts.en.title: is blank' }],
    })
    expect(await importText(address, ndjson(...rows))).toMatchObject({ added: 0, changed: 0 })
    const { rows: titles } = await withClient(address, (client) =>
      client.query('SELECT title FROM prompt_text ORDER BY prompt_id'),
    )
    expect(titles).toEqual([{ title: 'One two' }, { title: ' One  two ' }])
  })

  test('stores every character of a text, in NFC and with "\\n" as line end', async () => {
    const address = await emptyLibrary()
    const content =
      ' \u2028\u2029\u0085\r\n\r\ttab "quotes" \\n \\u0041 \u{1F468}‍\u{1F469}‍\u{1F467} é é ‮abc‬ \u0001\u007f\ufeff\uffff 日本語 \u{10FFFF} '
    await importText(
      address,
      `${ndjson(...parents).trimEnd()}\r\n\r\n   \n${JSON.stringify(promptRow('odd', { content }))}`,
    )
    const { rows } = await withClient(address, (client) => client.query('SELECT content FROM prompt_text'))
    expect(rows).toEqual([{ content: content.replace('\r\n\r', '\n\n').normalize('NFC') }])
  })

  test('accepts a line of 8 MiB, rejects a longer line, and imports the next line', async () => {
    const address = await emptyLibrary()
    const limit = 8 * 2 ** 20
    const outcome = await importText(
      address,
      `${ndjson(...parents)}${padded('full', limit)}\n${padded('over', limit + 1)}\n${padded('after', 10)}\n${padded('end', limit + 1)}`,
    )
    expect(await slugsIn(address)).toEqual(['full', 'after'])
    expect(outcome.rows.map(({ line, reason }) => [line, reason])).toEqual([
      [7, 'longer than 8 MiB'],
      [9, 'longer than 8 MiB'],
    ])
  })

  test('rejects lines that are not UTF-8, and accepts the others', async () => {
    const address = await emptyLibrary()
    const [before, after] = JSON.stringify(promptRow('latin', { content: 'caf#' })).split('#')
    const line = Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xe9]), Buffer.from(after ?? '')])
    const outcome = await importText(
      address,
      Buffer.concat([Buffer.from(ndjson(...parents)), line, Buffer.from(`\n${ndjson(promptRow('good'))}`), line]),
    )
    expect(outcome.rows.map((row) => [row.line, row.reason])).toEqual([
      [6, 'not UTF-8'],
      [8, 'not UTF-8'],
    ])
    expect(await slugsIn(address)).toEqual(['good'])
  })

  test('counts the changes in a dry run, and writes nothing', async () => {
    const address = await emptyLibrary()
    await importText(address, ndjson(...parents, promptRow('a')))
    const before = await versionsIn(address)
    expect(
      await importText(
        address,
        ndjson(
          { ...parents[0], name: 'Other' },
          promptRow('a', { content: 'x' }),
          promptRow('b'),
          promptRow('c', { tags: ['nothing'] }),
        ),
        { dryRun: true },
      ),
    ).toMatchObject({ read: 4, added: 1, changed: 1, rejected: 1 })
    expect(await versionsIn(address)).toEqual(before)
  })
})

describe('an export', () => {
  test('imported into an empty library is exported again byte for byte', async () => {
    const [first, second] = [await emptyLibrary(), await emptyLibrary()]
    const odd = promptRow('odd', {
      content: '\u2028 \r "\\" 🌳\n',
      models: ['gpt'],
      tags: ['seo'],
      created_at: '2026-02-03T04:05:06.789Z',
    })
    await importText(
      first,
      ndjson(
        ...parents,
        { type: 'functional', slug: 'empty', texts: { en: { name: 'Empty' } } },
        odd,
        promptRow('plain'),
      ),
    )
    const exported = await exportText(first)
    expect(exported.split('\n')).toHaveLength(9)
    expect(await importText(second, exported)).toMatchObject({ rejected: 0, added: 2 })
    expect(await exportText(second)).toBe(exported)
    const before = await versionsIn(second)
    expect(await importText(second, exported)).toMatchObject({ added: 0, changed: 0 })
    expect(await versionsIn(second)).toEqual(before)
  })

  test('of the starter library equals the export after its import into another library', async () => {
    const [first, second] = [await emptyLibrary(), await emptyLibrary()]
    const files = await Promise.all((await listStarterFiles()).map((file) => readFile(file, 'utf8')))
    const starter = files.join('')
    const outcome = await importText(first, starter)
    expect(outcome.rows).toEqual([])
    const exported = await exportText(first)
    expect(exported.trimEnd().split('\n')).toHaveLength(starter.trimEnd().split('\n').length)
    await importText(second, exported)
    expect(await exportText(second)).toBe(exported)
  })

  test('of an empty library is empty', async () => {
    expect(await exportText(await emptyLibrary())).toBe('')
  })
})
