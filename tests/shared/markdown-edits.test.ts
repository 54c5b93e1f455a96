import { describe, expect, test } from 'vitest'
import { textChangeFor } from '../../client/forum/editor/markdown-edits.ts'
import type { MarkdownEdit } from '../../client/forum/editor/markdown-edits.ts'

const sample = { text: 'text', address: 'https://' }

/** Applies an edit; `⟦` and `⟧` mark the selection. */
function edited(edit: MarkdownEdit, marked: string): string {
  const [start, end] = [marked.indexOf('⟦'), marked.indexOf('⟧') - 1]
  const text = marked.replace('⟦', '').replace('⟧', '')
  const change = textChangeFor(edit, { text, start, end }, sample)
  const changed = text.slice(0, change.start) + change.text + text.slice(change.end)
  const [from, to] = change.selection
  return `${changed.slice(0, from)}⟦${changed.slice(from, to)}⟧${changed.slice(to)}`
}

describe('the Markdown buttons of the editor', () => {
  test.each<[MarkdownEdit, string, string]>([
    ['bold', 'a ⟦word⟧ here', 'a **⟦word⟧** here'],
    ['bold', 'a **⟦word⟧** here', 'a ⟦word⟧ here'],
    ['bold', 'a ⟦**word**⟧ here', 'a ⟦word⟧ here'],
    ['bold', 'a⟦⟧', 'a**⟦text⟧**'],
    ['bold', '⟦word ⟧here', '**⟦word⟧** here'],
    ['italic', '⟦word⟧', '_⟦word⟧_'],
    ['italic', '_⟦word⟧_', '⟦word⟧'],
    ['link', 'see ⟦this⟧', 'see [this](⟦https://⟧)'],
    ['link', '⟦https://a.test/b⟧', '[⟦text⟧](https://a.test/b)'],
    ['link', '⟦⟧', '[text](⟦https://⟧)'],
    ['code', 'run ⟦this⟧', 'run `⟦this⟧`'],
    ['code', 'a\n⟦b\nc⟧\nd', 'a\n```\n⟦b\nc⟧\n```\nd'],
    ['quote', 'a\nb⟦⟧b\nc', 'a\n⟦> bb⟧\nc'],
    ['quote', '⟦> a\n> b⟧', '⟦a\nb⟧'],
    ['list', 'a\n⟦b\nc\n⟧d', 'a\n⟦- b\n- c⟧\nd'],
    ['list', '⟦- a\n- b⟧', '⟦a\nb⟧'],
    ['numbers', '⟦a\nb⟧', '⟦1. a\n2. b⟧'],
    ['numbers', '⟦1. a\n2. b⟧', '⟦a\nb⟧'],
    ['heading', 'a\n⟦⟧', 'a\n## ⟦text⟧'],
    ['heading', '⟦⟧## a', '⟦a⟧'],
  ])('%s turns %j into %j', (edit, before, after) => {
    expect(edited(edit, before)).toBe(after)
  })
})
