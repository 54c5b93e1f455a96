import { expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import { messages as en } from '../../../client/landing/messages.en.ts'
import { messages as es } from '../../../client/landing/messages.es.ts'
import { LibraryRow } from '../../../server/library-import/import-rows.ts'
import type { RowOf, RowType } from '../../../server/library-import/import-rows.ts'
import { readStarterLibrary } from '../../support/rules/starter-library.ts'

const rows = (await readStarterLibrary()).flatMap(({ row }) => LibraryRow.safeParse(row).data ?? [])
const all = <Type extends RowType>(type: Type) => rows.filter((row): row is RowOf<Type> => row.type === type)
const lengths = { en: en.length, es: es.length }

test.each(locales)('the prompts on the landing page quote the starter library in %s', (locale) => {
  const { picture } = locale === 'en' ? en : es
  const tagNames = new Map(all('tag').map(({ slug, texts }) => [slug, texts[locale]?.name]))
  for (const { title, path, tags, text } of picture.prompts) {
    const prompt = all('prompt').find(({ texts }) => texts[locale]?.title === title)
    const useCase = all('use_case').find(({ slug }) => slug === prompt?.use_case)
    const category = all('category').find(({ slug }) => slug === useCase?.category)
    expect([category?.texts[locale]?.name, useCase?.texts[locale]?.title]).toEqual(path)
    const [length, ...others] = tags
    expect([title, length]).toEqual([title, prompt && lengths[locale][prompt.length_tag]])
    expect(others).toEqual(prompt?.tags.map((tag) => tagNames.get(tag)))
    const lines = text.filter((_piece, at) => at % 2 === 0).flatMap((piece) => piece.split('\n'))
    const content = (prompt?.texts[locale]?.content ?? '').replaceAll(/\$\{\w+:([^}]*)\}/g, '$1')
    expect(lines.filter((line) => !content.includes(line.replace(/\.$/, '')))).toEqual([])
  }
})
