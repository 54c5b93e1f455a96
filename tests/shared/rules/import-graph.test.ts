import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  allImports,
  countLayers,
  cyclesOf,
  folderGraph,
  importGraph,
  importsIn,
} from '../../support/rules/import-rules.ts'

const imports = allImports()

describe('the import graph', () => {
  test('has no cycle of files, type imports and lazy imports included', () => {
    expect(cyclesOf(importGraph(imports))).toEqual([])
  })

  test('has no cycle of folders', () => {
    expect(cyclesOf(folderGraph(imports))).toEqual([])
  })

  test('has at most 10 layers of folders on the server', () => {
    expect(countLayers(folderGraph(imports), 'server/')).toBeLessThanOrEqual(10)
  })

  test('finds a planted cycle, and counts layers without it', () => {
    const edges = [
      ...importsIn('server/library/prompts.ts', "import '../users/accounts.ts'"),
      ...importsIn('server/users/accounts.ts', "import type { A } from '../forum/threads.ts'"),
    ]
    expect(cyclesOf(folderGraph(edges))).toEqual([])
    expect(countLayers(folderGraph(edges), 'server/')).toBe(3)
    const back = importsIn('server/forum/threads.ts', "export const a = () => import('../library/search.ts')")
    expect(cyclesOf(folderGraph([...edges, ...back]))).toHaveLength(1)
    expect(cyclesOf(importGraph([...edges, ...back]))).toEqual([])
  })
})

test('a folder has at most 40 files', () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{client,ops,prisma/sql,scripts,server,shared,tests}/**/*.*', {
    exclude: ['server/generated/**'],
  }))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect(counts.size).toBeGreaterThan(100)
  expect([...counts].filter(([, count]) => count > 40)).toEqual([])
})
