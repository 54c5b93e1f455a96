import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage } from '../../support/browser/page.tsx'
import { freePlan, locked, premium, preview, prompt, promptAnswers } from '../../support/postgres/samples.ts'

const path = paths.prompt(prompt.slug)
const entry = (name: string) => ({ title: name, path: `/library/prompt/${name}` })

describe('the list of recently viewed prompts', () => {
  test('stores each prompt once, latest first, at most eight prompts', async () => {
    const former = ['a', 'b', 'c', prompt.slug, 'd', 'e', 'f', 'g', 'h'].map(entry)
    localStorage.setItem('library.recent', JSON.stringify(former))
    await openPage(path, promptAnswers())
    const stored = JSON.parse(localStorage.getItem('library.recent') ?? '') as { path: string }[]
    expect(stored.map((one) => one.path)).toEqual(
      [prompt.slug, 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => entry(name).path),
    )
  })

  test('stores no locked prompt', async () => {
    const plans = { [paths.api.plans]: ok([freePlan, premium]) }
    await openPage(path, { ...promptAnswers(locked({ ...preview, required_tier: 1 })), ...plans })
    expect(localStorage.getItem('library.recent')).toBeNull()
  })
})
