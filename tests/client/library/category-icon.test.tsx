import { readdirSync, readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { categoryIcons, iconNames } from '../../../scripts/category-icons.ts'
import { CategoryIcon } from '../../../client/ui/category-icon.tsx'

describe('the icon of a category', () => {
  test('lies on the mark of its group, in the hue of the group', () => {
    const { container } = render(<CategoryIcon category={{ slug: 'travel', functional: { slug: 'personal' } }} />)
    const hrefs = [...container.querySelectorAll('use')].map((use) => use.getAttribute('href'))
    expect(hrefs).toEqual([
      expect.stringMatching(/group-marks.*#personal$/),
      expect.stringMatching(/category-icons.*#travel$/),
    ])
    expect(container.querySelector('svg')?.dataset.group).toBe('personal')
  })

  test('is in the file of symbols as the script writes it', async () => {
    expect(readFileSync('client/ui/category-icons.svg', 'utf8')).toBe(await categoryIcons())
  })

  test('exists for each category of the starter library, and no two have the same', () => {
    const files = readdirSync('prisma/content/library').map((name) => name.replace('.ndjson', ''))
    const categories = files.filter((name) => !['pipelines', 'sets', 'taxonomy'].includes(name))
    expect(Object.keys(iconNames).toSorted()).toEqual(categories.toSorted())
    expect(new Set(Object.values(iconNames)).size).toBe(Object.keys(iconNames).length)
  })
})
