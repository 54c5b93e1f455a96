import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const commentPattern = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*)|\{\/\*[\s\S]*?\*\/\}/gm
/** A comment that begins so leaves out its subject (CONTRIBUTING.md). */
const subjectless = /^[\s{/*]*(?:Of|As|What|The same|One)\b/

const commentsIn = (text: string): string[] => text.match(commentPattern) ?? []
const linesOf = (text: string) => text.split('\n').length

test.each(['server', 'client', 'shared', 'scripts', 'tests'])(
  'the comments in %s/ are at most 3 of 100 lines, and each has a subject',
  (part) => {
    const files = globSync(`${part}/**/*.{ts,tsx,mjs,css}`, { exclude: ['server/generated/**'] })
    const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    const comments = texts.flatMap(({ file, text }) => commentsIn(text).map((comment) => ({ file, comment })))
    const commentLines = comments.reduce((total, { comment }) => total + linesOf(comment.trim()), 0)
    expect(commentLines).toBeGreaterThan(50)
    expect(commentLines / texts.reduce((total, { text }) => total + linesOf(text), 0)).toBeLessThanOrEqual(0.03)
    expect(comments.filter(({ comment }) => subjectless.test(comment))).toEqual([])
  },
)

test.each(['/** Of a thread. */', '  // What was read before.', '/**\n * The same beside it. */', '/* As a cache. */'])(
  'the comment %j has no subject',
  (comment) => {
    expect(commentsIn(`const a = 1\n${comment}\n`).filter((one) => subjectless.test(one))).toHaveLength(1)
  },
)
