import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import type { $ZodType } from 'zod/v4/core'
import { parseSettings } from '../../../server/settings/settings.ts'
import { app, openApp } from '../../support/app.ts'
import { routesOf } from '../../support/browser/mounted.ts'

await openApp()

type Node = $ZodType & {
  def: {
    type: string
    shape?: Record<string, Node>
    element?: Node
    innerType?: Node
    in?: Node
    options?: Node[]
    valueType?: Node
    getter?: () => Node
  }
}

const isText = ({ def }: Node): boolean =>
  def.type === 'string' || [def.innerType, def.in].some((one) => one !== undefined && isText(one))

/** Every string field of a schema with its path. */
function textsIn(node: Node, path: string): [string, Node][] {
  if (isText(node)) return [[path, node]]
  const { shape = {}, element, innerType, in: input, options = [], valueType, getter } = node.def
  return [
    ...Object.entries(shape).flatMap(([name, one]) => textsIn(one, `${path}.${name}`)),
    ...[element, innerType, input, valueType, getter?.(), ...options].flatMap((one) => (one ? textsIn(one, path) : [])),
  ]
}

const takes = (node: Node, text: string) => safeParse(node, text).success

/** Line breaks, bidirectional controls and invisible characters. */
const signs = Array.from(
  '\0\t\n\r\u001b\u0085\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff',
)

/** Multi-line texts, secrets, and texts that are never shown. */
const others =
  'a access_token body code content current_password description email example example_values hand_on head_description how_to_use known_issues link_token mail_footer_en mail_footer_es mail_intro_en mail_intro_es models_note nonce note password q reason refresh same_as section short_description text token typed_whole version warning_text'

const all = routesOf(app).flatMap(({ method, url, schema }) =>
  schema?.body ? textsIn(schema.body as Node, `${String(method)} ${url}`) : [],
)
const [free, lines] = [true, false].map((takesLines) => all.filter(([, node]) => takes(node, 'ab\ncd') === takesLines))

test('every string field of a request is limited to one line, unless this test lists it', () => {
  const names = new Set(free?.filter(([path]) => !path.includes('/draft/')).map(([path]) => path.replace(/.*\./, '')))
  expect([...names].toSorted().join(' ')).toBe(others)
})

test('a one-line field refuses line breaks, bidirectional controls and invisible characters', () => {
  expect(lines?.length).toBeGreaterThan(200)
  const accepted = lines?.flatMap(([path, node]) =>
    signs.flatMap((sign) => (takes(node, `ab${sign}cd`) ? `${path} ${JSON.stringify(sign)}` : [])),
  )
  expect(accepted).toEqual([])
})

test.each(signs.slice(1))('a setting refuses line breaks and invisible characters: %j', (sign) => {
  expect(() => parseSettings({ NODE_ENV: 'test', SITE_NAME: `ab${sign}cd` })).toThrow('must be one line of text')
})
