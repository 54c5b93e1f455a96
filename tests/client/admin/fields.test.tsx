import { describe, expect, test } from 'vitest'
import {
  completeDraft,
  draftOf,
  emptyDraft,
  labelOfPath,
  restoredFields,
  withValue,
} from '../../../client/admin/fields.ts'
import type { FieldSet } from '../../../client/admin/fields.ts'

type Text = { title: string; warning: string | null; labels: Record<string, string> }
type Draft = {
  slug: string
  tier: number
  cover_hash: string | null
  names: { en: string; es: string }
  texts: { en: Text; es: Text | null }
}
type Item = Omit<Draft, 'cover_hash'> & { id: number; cover: { hash: string } | null }
const set: FieldSet<Draft, Item> = {
  isSpanishOptional: true,
  fields: [
    { path: 'slug', kind: 'slug', label: 'Address', isRestored: false },
    { path: 'tier', kind: 'choice', label: 'Tier', options: [], isJson: true, initial: 2 },
    { path: 'cover_hash', kind: 'hidden', label: 'Cover', read: ({ cover }) => cover?.hash },
    { path: 'names.*', kind: 'line', label: 'Name' },
    { path: 'texts.*.title', kind: 'line', label: 'Title' },
    { path: 'texts.*.warning', kind: 'text', label: 'Warning', isNullable: true },
    { path: 'texts.*.labels', kind: 'custom', label: 'Labels', initial: {}, render: () => null },
  ],
}
const blank = { title: '', warning: null, labels: {} }
const kites = { ...blank, title: 'Kites' }
const draft: Draft = {
  slug: 'kites',
  tier: 1,
  cover_hash: 'a1',
  names: { en: 'K', es: '' },
  texts: { en: kites, es: null },
}
const { cover_hash: _hash, ...stored } = draft
const item: Item = { ...stored, id: 7, cover: { hash: 'a1' } }

const inLocale = (label: string, locale: string) => `${label} (${locale})`
const labelOf = (path: string) => (path === 'texts.*.labels.wind' ? 'Name of wind' : undefined)

const merged = (texts: object) => completeDraft(set, { ...draft, texts: texts as Draft['texts'] }).texts

describe('the fields of an item', () => {
  test('determine the draft of an item and of a new one', () => {
    expect(draftOf(set, item)).toEqual(draft)
    expect(emptyDraft(set)).toEqual({
      slug: '',
      tier: 2,
      cover_hash: null,
      names: { en: '', es: null },
      texts: { en: blank, es: null },
    })
    expect(emptyDraft({ fields: set.fields }).texts.es).toEqual(blank)
  })

  test('drop an optional translation whose fields are all empty', () => {
    const written = withValue(set, draft, 'texts.es.title', 'Cometas')
    expect(written.texts?.es).toEqual({ ...blank, title: 'Cometas' })
    expect(withValue(set, { ...draft, ...written }, 'texts.es.title', '')).toEqual({ texts: draft.texts })
    expect(withValue(set, draft, 'names.es', '').names?.es).toBeNull()
    expect(withValue({ fields: set.fields }, draft, 'texts.es.title', '').texts?.es).toEqual(blank)
    expect(withValue(set, draft, 'tier', 3)).toEqual({ tier: 3 })
  })

  test('complete the texts of a draft that is merged from two versions', () => {
    expect(merged({ en: kites, es: { title: 'Cometas' } }).es).toEqual({ ...blank, title: 'Cometas' })
    expect(merged({ en: kites, es: { title: null } }).es).toBeNull()
    expect(merged({ en: { ...kites, labels: { kite: null, wind: 'Wind' } }, es: null }).en.labels).toEqual({
      wind: 'Wind',
    })
  })

  test('are restored from a former state that has only some of them', () => {
    expect(restoredFields(set, { id: 7, slug: 'old', tier: 3 })).toEqual({ tier: 3 })
    expect(restoredFields(set, { position: 4 })).toEqual({})
    expect(restoredFields(set, { cover: { hash: 'b2' } })).toEqual({ cover_hash: 'b2' })
  })

  test('name the paths of the history, with the language of a text', () => {
    const source = { fields: set.fields, labels: { position: 'Position' } }
    const nameOf = (path: string) => labelOfPath(source, path, inLocale)
    expect(['texts.es.title', 'names.en', 'slug', 'position', 'other'].map(nameOf)).toEqual([
      'Title (es)',
      'Name (en)',
      'Address',
      'Position',
      'other',
    ])
    expect(labelOfPath({ ...source, labelOf }, 'texts.en.labels.wind', inLocale)).toBe('Name of wind (en)')
  })
})
