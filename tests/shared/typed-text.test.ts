import { expect, test } from 'vitest'
import { containsTyped } from '#shared/typed-text.ts'

test.each([
  ['GPT-4', 'gpt4', true],
  ['GPT-4', 'gpt 4', true],
  ['GPT-5', 'gpt4', false],
  ['gpt4 prompts', 'GPT-4', true],
  ['Node.js', 'nodejs', true],
  ['nodejs', 'node.js', true],
  ['An E-mail list', 'email', true],
  ['An A/B test', 'a b test', true],
  ['Table of contents', 'a b', false],
  ['UTF-8', 'utf 8', true],
  ['Season 2026/27', '2026', true],
  ['C++ code', 'c++', true],
  ['C code', 'c++', false],
  ['C# code', 'c#', true],
  ['支持中文吗', '中文', true],
  ['Blog posts', 'BLOG  post', true],
  ['This tree', 'ist', false],
  ['What?!', '?!', true],
  ['What', '?!', false],
])('containsTyped in the text %j for the typed %j: %j', (text, typed, holds) => {
  expect(containsTyped(text, typed)).toBe(holds)
})
