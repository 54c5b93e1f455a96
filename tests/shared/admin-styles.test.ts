import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../client/admin/', import.meta.url)

test('the stylesheet of the admin area includes every folder of the admin area', () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const css = readFileSync(new URL('admin.css', folder), 'utf8')
  expect(folders.length).toBeGreaterThan(1)
  for (const { name } of folders) expect(css).toContain(`@source './${name}/*.tsx';`)
})
