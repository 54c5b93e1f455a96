import { describe, expect, inject, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import type { PipelineCard } from '#shared/library/pipelines.ts'
import { app, get, openApp, remove, sql, url } from '../../support/app.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { exportText, importText, ndjson, parents, promptRow, versions } from '../../support/importing.ts'
import { createPerson } from '../../support/people.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const emptyLibrary = () => createDatabase(inject('postgres'))
const versionsIn = (address: string) => withClient(address, versions)

const prompts = [
  ['research', 'About ${topic}.', 'Sobre ${tema}.'],
  ['outline', 'From ${findings} on ${subject}.', 'De ${hallazgos} sobre ${asunto}.'],
  ['draft', 'From ${outline} in ${tone}.', undefined],
].map(([slug = '', en, es]) =>
  promptRow(slug, {
    texts: { en: { title: `The ${slug}`, content: en }, ...(es && { es: { title: `De ${slug}`, content: es } }) },
  }),
)
const library = [...parents, ...prompts]

type Sources = Record<string, object>
const stepOf = (prompt: string, en: Sources = {}, es?: Sources, hand_on = 'All of it') => ({
  prompt,
  texts: { en: { hand_on, inputs: en }, ...(es && { es: { hand_on: 'Todo', inputs: es } }) },
})
const textOf = (title: string) => ({ title, short_description: `About ${title}`, how_to_use: 'Step by step' })
const steps = [
  stepOf('research', {}, {}),
  stepOf(
    'outline',
    { findings: { answer_of: 1 }, subject: { same_as: 'topic' } },
    { hallazgos: { answer_of: 1 }, asunto: { same_as: 'tema' } },
  ),
  stepOf('draft', { outline: { answer_of: 2 } }, { outline: { answer_of: 2 } }, ''),
]
const english = [stepOf('research'), stepOf('outline', { findings: { answer_of: 1 } })]
const pipelineRow = (slug: string, fields: object = {}) => ({
  type: 'pipeline',
  slug,
  texts: { en: textOf(`Title of ${slug}`) },
  steps: english,
  ...fields,
})
const translated = (slug: string) =>
  pipelineRow(slug, { texts: { en: textOf('From topic to draft'), es: textOf('Del tema al borrador') }, steps })

describe('an import of pipelines', () => {
  test('stores them with their steps, and the site shows them at once', async () => {
    await get(paths.api.pipelines())
    const row = { ...translated('report'), required_tier: 1, position: 3, created_at: '2026-05-06T07:08:09.123Z' }
    const outcome = await importText(url, ndjson(...library, row))
    expect(outcome).toMatchObject({ rejected: 0, types: { pipeline: { added: 1, changed: 0, same: 0 } } })
    await announced(app)
    const as = await createPerson({ tier: 1 })
    expect((await get(paths.api.pipeline('report'), { as, locale: 'es' })).body).toMatchObject({
      title: 'Del tema al borrador',
      how_to_use: 'Step by step',
      required_tier: 1,
      content_locale: 'es',
      steps: [
        { prompt: { slug: 'research', title: 'De research' }, hand_on: 'Todo', inputs: {} },
        { inputs: { hallazgos: { answer_of: 1 }, asunto: { same_as: 'tema' } } },
        { content: 'From ${outline} in ${tone}.', inputs: { outline: { answer_of: 2 } } },
      ],
    })
    expect((await get(paths.api.pipelines())).body.results).toMatchObject([{ slug: 'report' }])
    const { rows } = await sql.query(`SELECT position, created_at FROM pipeline WHERE slug = 'report'`)
    expect(rows).toEqual([{ position: 3, created_at: new Date('2026-05-06T07:08:09.123Z') }])
  })

  test("changes nothing when it is repeated, or run with the library's export", async () => {
    const address = await emptyLibrary()
    const text = ndjson(
      ...library,
      translated('a'),
      pipelineRow('b', { position: 0 }),
      pipelineRow('c', { archived: true }),
    )
    await importText(address, text)
    const before = await versionsIn(address)
    const exported = await exportText(address)
    for (const again of [text, exported])
      expect((await importText(address, again)).types.pipeline).toEqual({ added: 0, changed: 0, same: 3 })
    expect(await versionsIn(address)).toEqual(before)
    expect(await exportText(address)).toBe(exported)
    const moved = await emptyLibrary()
    await importText(moved, exported)
    expect(await exportText(moved)).toBe(exported)
    const last = exported
      .trimEnd()
      .split('\n')
      .slice(-3)
      .map((line) => JSON.parse(line))
    expect(last).toMatchObject([
      translated('a'),
      pipelineRow('b', { position: 0 }),
      pipelineRow('c', { archived: true }),
    ])
  })

  test.each<[string, object]>([
    ['a text', { texts: { en: textOf('Another title') } }],
    ['its tier', { required_tier: 2 }],
    ['its position', { position: 5 }],
    ['its date', { created_at: '2026-01-02T03:04:05.000Z' }],
    ['the text that a step hands on', { steps: [stepOf('research', {}, undefined, 'A part'), english[1]] }],
    ['an input', { steps: [english[0], stepOf('outline', { subject: { same_as: 'topic' } })] }],
    ['a prompt', { steps: [english[0], stepOf('draft', { outline: { answer_of: 1 } })] }],
    ['the number of steps', { steps: [...english, stepOf('draft', { outline: { answer_of: 2 } })] }],
    ['its archived state', { archived: true }],
    ['its languages', { texts: translated('').texts, steps }],
  ])('changes %s if the row differs, and restores the former value from the former row', async (_name, fields) => {
    const address = await emptyLibrary()
    const first = pipelineRow('a', { position: 1, archived: false, created_at: '2026-01-01T00:00:00.000Z' })
    await importText(address, ndjson(...library, first, pipelineRow('b')))
    const before = await exportText(address)
    const changed = { added: 0, changed: 1, same: 1 }
    expect((await importText(address, ndjson({ ...first, ...fields }, pipelineRow('b')))).types.pipeline).toEqual(
      changed,
    )
    expect(await exportText(address)).not.toBe(before)
    expect((await importText(address, ndjson(first, pipelineRow('b')))).types.pipeline).toEqual(changed)
    expect(await exportText(address)).toBe(before)
  })

  test('rejects invalid rows with field and reason, and accepts the others', async () => {
    const address = await emptyLibrary()
    const of = (...stepList: object[]) => pipelineRow('wrong', { steps: stepList })
    const second = (inputs: object) => of(stepOf('research'), stepOf('outline', inputs as Sources))
    const [one, two] = steps
    const wrong: [object, string | RegExp][] = [
      [of(stepOf('research')), /^steps: /],
      [of(...Array(7).fill(stepOf('research'))), /^steps: /],
      [of(stepOf('research'), stepOf('nothing')), 'steps.1.prompt: there is no prompt "nothing"'],
      [
        second({ findings: { answer_of: 2 } }),
        'steps.1.texts.en.inputs.findings: answer_of has to name an earlier step, counted from 1',
      ],
      [second({ findings: { answer_of: 0 } }), /^steps\.1\.texts\.en\.inputs\.findings(\.answer_of)?: /],
      [second({ findings: { answer_of: '1' } }), /^steps\.1\.texts\.en\.inputs\.findings(\.answer_of)?: /],
      [second({ findings: { answer_of: 1, same_as: 'topic' } }), /^steps\.1\.texts\.en\.inputs\.findings: takes/],
      [second({ findings: 1 }), /^steps\.1\.texts\.en\.inputs\.findings: takes/],
      [
        second({ subject: { same_as: 'theme' } }),
        'steps.1.texts.en.inputs.subject: same_as has to name an input that an earlier step asks for',
      ],
      [second({ subject: { same_as: 'findings' } }), /inputs\.subject: same_as has to name/],
      [
        second({ hallazgos: { answer_of: 1 } }),
        'steps.1.texts.en.inputs.hallazgos: the prompt "outline" has no placeholder "hallazgos" in "en"',
      ],
      [
        { ...translated('wrong'), steps: [one, { ...two, texts: { ...two?.texts, es: two?.texts.en } }] },
        /^steps\.1\.texts\.es\.inputs\.findings: the prompt "outline" has no placeholder "findings" in "es"; steps\.1\.texts\.es\.inputs\.subject: /,
      ],
      [{ ...translated('wrong'), steps: english }, /steps\.0\.texts\.es: is missing, but present in texts; steps\.1/],
      [pipelineRow('wrong', { steps }), /steps\.0\.texts\.es: is present, but missing from texts/],
      [pipelineRow('wrong', { texts: { en: { ...textOf('x'), title: ' ' } } }), /^texts\.en\.title: is blank/],
      [pipelineRow('wrong', { texts: { en: { title: 'x' } } }), /^texts\.en\.short_description/],
      [pipelineRow('wrong', { texts: { es: textOf('x') } }), /^texts\.en/],
      [pipelineRow('wrong', { required_tier: 10 }), /^required_tier/],
      [pipelineRow('wrong', { extra: 1 }), /extra/],
      [pipelineRow('bad slug'), /^slug: may hold/],
      [pipelineRow('wrong', { position: -1 }), /^position/],
      [of(stepOf('research'), { ...stepOf('outline'), extra: 1 }), /steps\.1: .*extra/],
    ]
    const rows = wrong.flatMap(([row], at) => [row, pipelineRow(`good-${at}`)])
    const outcome = await importText(address, ndjson(...library, ...rows))
    expect(outcome).toMatchObject({ rejected: wrong.length, types: { pipeline: { added: wrong.length } } })
    const reasons = outcome.rows.toSorted((a, b) => a.line - b.line).map(({ reason }) => reason)
    for (const [at, [, reason]] of wrong.entries()) expect(reasons[at]).toMatch(reason)
    expect(
      await withClient(
        address,
        async (client) => (await client.query(`SELECT FROM pipeline WHERE slug ~ 'wrong|bad'`)).rowCount,
      ),
    ).toBe(0)
  })

  test('counts the changes in a dry run, also with prompts of the same file, and writes nothing', async () => {
    const address = await emptyLibrary()
    const tried = await importText(address, ndjson(...library, translated('a'), pipelineRow('b')), { dryRun: true })
    expect(tried).toMatchObject({ rejected: 0, types: { prompt: { added: 3 }, pipeline: { added: 2 } } })
    expect(await exportText(address)).toBe('')
  })
})

describe('a prompt that a pipeline uses', () => {
  test('cannot be deleted before the pipelines: 409 with their number', async () => {
    await importText(url, ndjson(...library, pipelineRow('user-of-it')))
    const admin = await createPerson({ role: 'admin' })
    const { rows } = await sql.query(`SELECT id FROM prompt WHERE slug = 'outline'`)
    const path = adminPaths.api.libraryItem('prompts', rows[0].id)
    const etag = async () => ({ 'if-match': String((await get(path, { as: admin })).headers.etag) })
    const refused = await remove(path, undefined, { as: admin, headers: await etag() })
    expect([refused.status, refused.body.uses]).toEqual([409, { pipelines: 2 }])
    expect((await get(paths.api.pipeline('user-of-it'))).status).toBe(403)
    await sql.query('DELETE FROM pipeline')
    expect((await remove(path, undefined, { as: admin, headers: await etag() })).status).toBe(204)
  })
})

/** Runs `change` in a transaction that the import of `row` waits for. */
async function importDuring(change: string, row: object) {
  await importText(url, ndjson(...library))
  const outcome = await withClient(url, async (client) => {
    await client.query(`BEGIN; ${change}`)
    const importing = importText(url, ndjson(row))
    await until(async () => {
      const waiting = await sql.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'FOR SHARE'`,
      )
      return waiting.rowCount === 1
    })
    await get(paths.api.pipelines())
    await client.query('COMMIT')
    return importing
  })
  await announced(app)
  return outcome
}

const tiersOf = async (q: string) =>
  (await get(paths.api.pipelines({ q }))).body.results.map(({ required_tier }: PipelineCard) => required_tier)

describe('a prompt changed during the import of its pipeline', () => {
  test('raises the tier of the pipeline in the cached list', async () => {
    const row = pipelineRow('raced')
    const done = await importDuring(`UPDATE prompt SET required_tier = 5 WHERE slug = 'outline'`, row)
    expect(done.rejected).toBe(0)
    expect(await tiersOf('raced')).toEqual([5])
    await sql.query(`UPDATE prompt SET required_tier = 6 WHERE slug = 'outline'`)
    await announced(app)
    expect(await tiersOf('raced')).toEqual([6])
  })

  test('hides the pipeline if archived, and has the row of the pipeline rejected if deleted', async () => {
    const hidden = await importDuring(
      `UPDATE prompt SET archived_at = now() WHERE slug = 'outline'`,
      pipelineRow('raced'),
    )
    expect(hidden.rejected).toBe(0)
    expect((await get(paths.api.pipeline('raced'))).status).toBe(404)
    await sql.query('DELETE FROM pipeline')
    const refused = await importDuring(`DELETE FROM prompt WHERE slug = 'outline'`, pipelineRow('raced'))
    expect(refused.rows.map(({ reason }) => reason)).toEqual(['steps.1.prompt: there is no prompt "outline"'])
  })
})
