import { describe, expect, test } from 'vitest'
import {
  countUnfilled,
  fillTemplate,
  fillPlaceholder,
  placeholderLabelOf,
  maxFields,
  readTemplate,
} from '#shared/library/placeholders.ts'

const namesIn = (content: string) => readTemplate(content).fields.map(({ name }) => name)
const placesOf = (count: number) => Array.from({ length: count }, (_, index) => `\${n${index}}`).join(' ')
const filled = (content: string, values: Record<string, string>) => fillTemplate(readTemplate(content), values)

describe('the placeholders of a text', () => {
  test.each([
    ['About ${topic}.', ['topic']],
    ['About ${ Target audience }.', ['Target audience']],
    ['About ${país} and ${テーマ}.', ['país', 'テーマ']],
    ['About {{input_text}} or {{ tone }}.', ['input_text', 'tone']],
    ['Write to [CLIENT NAME] in [COMPANY_2].', ['CLIENT NAME', 'COMPANY_2']],
    ['Escribe sobre [PAÍS].', ['PAÍS']],
    ['One ${a}, two ${b}, again ${a}, and ${A}.', ['a', 'b', 'A']],
    ['${tone} and {{tone}}', ['tone']],
    ['Explain `${user.name}` in JavaScript to ${reader}.', ['reader']],
    ['Explain ${user.name}, ${fn()}, ${a[0]} and ${a ? b : c} to ${reader}.', ['reader']],
    ['Never write ${a + b}. Topic: ${topic}; `${topic}` is the topic.', ['topic']],
    ['Loop {{#each items}}{{name}}{{/each}} for {{reader}}, as {{> card}} and {{user.name}} do.', ['reader']],
    ['{{#a}}{{#b}}{{x}}{{/b}}{{y}}{{/a}} {{topic}} {{^a}}{{z}}{{/a}}', ['topic']],
    ['{% if admin %}{{name}}{% endif %} and {% include "card" %} about {{topic}}', ['topic']],
    ['What does {{#each}} without an end do in {{language}}?', ['language']],
    [
      'On ${topic}:\n```js\nconst a = `${user.name}`\n```\nFor ${reader}, not ${outer.${inner}}.',
      ['topic', 'reader', 'inner'],
    ],
    ['const url = `${base}/${path}`; log(`${url}`); return `${url}`: explain it to ${reader}.', ['reader']],
    ['In a workflow: ${{ secrets.TOKEN }}, ${{ token }} and {{{raw}}}, for ${reader}.', ['reader']],
  ])('are found in %s', (content, names) => expect(namesIn(content)).toEqual(names))

  test.each([
    'See [TEXT](https://example.org), [TEXT][1], ![IMAGE](a.png) and \\[NAME\\].',
    'As shown [1], done [x], open [ ], or [lower case] and [Title Case].',
    'Match [A-Z], [A-Z0-9] or row[INDEX], item [N-1].',
    'Dates are written as [YYYY-MM-DD].',
    '[VERSE] Driving beat\n[CHORUS]\n## [NOTES]\n- [OUTRO] fades',
    'Mark it with `[CHECK]`.',
    `It is [${'A'.repeat(41)}] long.`,
    'Set ${PORT:-80} and ${a.b} and ${fn()} and ${}.',
    'Log `${response.status}: ${message}`.',
    'Loop {{#each items}}{{name}}{{/each}} and triple {{{name}}}.',
    'An {answer} in braces.',
    '```js\nconst a = `${topic}` + [NAME]\n```',
    'Never closed:\n```\n${topic}',
  ])('are not found in: %s', (content) => expect(namesIn(content)).toEqual([]))

  test('in a code block are recognized only with a default', () => {
    expect(namesIn('```sh\ncd ${folder:src}; echo ${x}\n```\nFor ${reader}.')).toEqual(['folder', 'reader'])
  })

  test('in brackets at the start of a line are recognized only if they are also in a sentence', () => {
    expect(filled('# [USER NAME]\nWrite to [USER NAME].', { 'USER NAME': 'Ana' })).toBe('# Ana\nWrite to Ana.')
  })

  test('in brackets are ignored if the text has placeholders in braces', () => {
    expect(namesIn('Write on ${topic} and mark doubts with [CHECK].')).toEqual(['topic'])
  })

  test('are ignored beyond 200 occurrences', () => {
    expect(readTemplate('${a} '.repeat(200))).toMatchObject({ has_too_many: false, fields: { length: 1 } })
    expect(readTemplate('${a} '.repeat(201))).toMatchObject({ has_too_many: true, fields: [] })
  })

  test('are ignored beyond 20 different names', () => {
    expect(maxFields).toBe(20)
    expect(readTemplate(placesOf(20))).toMatchObject({ has_too_many: false, fields: { length: 20 } })
    expect(readTemplate(placesOf(21))).toEqual({
      has_too_many: true,
      fields: [],
      pieces: [{ kind: 'text', text: placesOf(21) }],
    })
  })
})

describe('the label of a placeholder', () => {
  test.each([
    ['existing_articles', 'Existing articles'],
    ['projectName', 'Project name'],
    ['topic', 'Topic'],
    ['expert_and_role', 'Expert and role'],
    ['apiURL', 'Api URL'],
    ['HTMLPage', 'HTML page'],
    ['CLIENT NAME', 'Client name'],
    ['COMPANY_2', 'Company 2'],
    ['step2Goal', 'Step2 goal'],
    ['Target audience', 'Target audience'],
    ['Google Ads budget', 'Google Ads budget'],
    ['artículo_útil', 'Artículo útil'],
    ['ÁREA', 'Área'],
    ['テーマ', 'テーマ'],
    ['__topic__', 'Topic'],
    ['_', '_'],
    ['𝒶b', '𝒶b'],
  ])('of %s is %s', (name, label) => expect(placeholderLabelOf(name)).toBe(label))
})

describe('filling in placeholders', () => {
  test('replaces every occurrence that has a value or a default', () => {
    expect(filled('${a} and ${b} and {{a}}', { a: 'x $& y' })).toBe('x $& y and ${b} and x $& y')
  })

  test('uses the default of each occurrence for an empty or blank value', () => {
    const content = '${tone:formal} or ${ tone : friendly: very } or ${other:}'
    expect(readTemplate(content).fields).toEqual([
      { name: 'tone', fallback: 'formal' },
      { name: 'other', fallback: null },
    ])
    expect(filled(content, { tone: '  ' })).toBe('formal or friendly: very or ${other:}')
    expect(filled(content, { tone: 'dry' })).toBe('dry or dry or ${other:}')
  })

  test('returns the occurrences that are still open', () => {
    const open = readTemplate('${a}${b:1}${c}').pieces.map((piece) => fillPlaceholder(piece, { c: 'typed' }).is_open)
    expect(open).toEqual([true, false, false])
  })

  test('counts each open name once', () => {
    const template = readTemplate('${a} ${a} ${b:1} ${c} ${d}')
    expect(countUnfilled(template, {})).toBe(3)
    expect(countUnfilled(template, { a: 'x', c: ' ' })).toBe(2)
    expect(countUnfilled(template, { a: 'x', c: 'y', d: 'z' })).toBe(0)
  })

  test('supports names of JavaScript object properties', () => {
    expect(filled('${constructor} ${__proto__}', {})).toBe('${constructor} ${__proto__}')
  })

  test('does not change a text without placeholders', () => {
    for (const text of ['', 'plain', '${', '}}{{', '[', '👩🏽‍💻 ${}']) expect(filled(text, {})).toBe(text)
  })
})

describe('a text of 100,000 characters', () => {
  test.each([
    '${',
    '{{',
    '[',
    '[A',
    ' [AB]',
    '[AB ',
    '${a ',
    '${a:',
    '${a}',
    'x [NAME] ',
    '${aaaaaaaaaaaaaaaa ?',
    '```\n',
    '`',
    '`${a.b',
    '`${a.b}` ',
    '{{#a}}',
    '{{/a}}',
    '{% if',
    ' ',
    '\t',
    '\\[',
  ])('made of %j is read in linear time', (part) => {
    const content = part.repeat(Math.ceil(100_000 / part.length))
    const before = process.threadCpuUsage()
    readTemplate(content)
    const { user } = process.threadCpuUsage(before)
    // A quadratic algorithm needs many seconds of CPU time.
    expect(user / 1_000).toBeLessThan(1_000)
  })
})
