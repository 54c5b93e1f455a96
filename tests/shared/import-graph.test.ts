import { describe, expect, test } from 'vitest'
import {
  allImports,
  countLayers,
  cyclesOf,
  folderGraph,
  importGraph,
  importsIn,
} from '../support/rules/import-rules.ts'

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
