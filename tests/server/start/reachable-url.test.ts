import { expect, test } from 'vitest'
import { reachableUrl } from '../../../server/start/reachable-url.ts'

test.each([
  ['http://localhost:4300', 'http://127.0.0.1:4300', 'http://localhost:4300'],
  ['http://localhost', 'http://127.0.0.1:80', 'http://localhost'],
  ['http://localhost:0', 'http://127.0.0.1:41234', 'http://127.0.0.1:41234'],
  ['https://localhost', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://prompts.example', 'http://0.0.0.0:3000', 'http://0.0.0.0:3000'],
])('the site %s on a server that listens on %s can be opened at %s', (public_url, listening, expected) => {
  expect(reachableUrl(public_url, listening)).toBe(expected)
})
