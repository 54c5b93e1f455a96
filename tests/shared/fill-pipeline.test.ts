import { describe, expect, test } from 'vitest'
import { fillSteps, planSteps, shownParts } from '#shared/library/fill-pipeline.ts'
import type { InputSources } from '#shared/library/pipelines.ts'

const step = (content: string, inputs: InputSources = {}) => ({ content, inputs })
const blankNamesOf = (steps: ReturnType<typeof planSteps>) => steps.map(({ asks }) => asks.map(({ name }) => name))
const fill = (steps: ReturnType<typeof step>[], inputs: Record<string, string>, answers: string[] = []) =>
  fillSteps(planSteps(steps), inputs, answers)
const texts = (filled: ReturnType<typeof fill>) => filled.map(({ text }) => text)

const chain = [
  step('Plan a talk on ${topic} for ${audience:beginners}'),
  step('Write ${outline} for ${audience:anyone}, ${length}', { outline: { answer_of: 1 } }),
  step('Check ${draft} against ${plan} for ${readers}', {
    draft: { answer_of: 2 },
    plan: { answer_of: 1 },
    readers: { same_as: 'audience' },
  }),
]

describe('the inputs of a pipeline', () => {
  test('are requested once, in the first step that needs them', () => {
    expect(blankNamesOf(planSteps(chain))).toEqual([['topic', 'audience'], ['length'], []])
    expect(planSteps(chain).map(({ isHandedOn }) => isHandedOn)).toEqual([true, true, false])
  })

  test("are passed to every step under the step's own name, with the step's own default", () => {
    const entered = { topic: 'bees', audience: 'cooks', length: '900 words' }
    expect(texts(fill(chain, entered, ['AN OUTLINE', 'A DRAFT']))).toEqual([
      'Plan a talk on bees for cooks',
      'Write AN OUTLINE for cooks, 900 words',
      'Check A DRAFT against AN OUTLINE for cooks',
    ])
    expect(texts(fill(chain, { topic: ' ' }))).toEqual([
      'Plan a talk on ${topic} for beginners',
      'Write ${outline} for anyone, ${length}',
      'Check ${draft} against ${plan} for ${readers}',
    ])
  })

  test('are recognized after several renamings between steps', () => {
    const steps = [step('${a}'), step('${b}', { b: { same_as: 'a' } }), step('${c} ${b}', { c: { same_as: 'b' } })]
    expect(blankNamesOf(planSteps(steps))).toEqual([['a'], [], []])
    expect(texts(fill(steps, { a: 'x' }))).toEqual(['x', 'x', 'x x'])
  })

  test('are requested again if an edit of a prompt removed their source', () => {
    const steps = [
      step('${renamed}', { topic: { answer_of: 1 } }),
      step('${a} ${b} ${c}', { a: { same_as: 'topic' }, b: { answer_of: 2 }, c: { answer_of: 9 } }),
    ]
    expect(blankNamesOf(planSteps(steps))).toEqual([['renamed'], ['a', 'b', 'c']])
    expect(planSteps(steps).every(({ isHandedOn }) => !isHandedOn)).toBe(true)
  })

  test('may have the name of a JavaScript object property', () => {
    const steps = [step('${toString} ${__proto__}'), step('${constructor} ${toString}')]
    expect(blankNamesOf(planSteps(steps))).toEqual([['toString', '__proto__'], ['constructor']])
    expect(texts(fill(steps, {}))).toEqual(['${toString} ${__proto__}', '${constructor} ${toString}'])
    const entered = Object.fromEntries([['__proto__', 'x']])
    expect(texts(fill(steps, entered))[0]).toBe('${toString} x')
  })

  test('are not filled in if a text has too many placeholders', () => {
    const many = Array.from({ length: 21 }, (_, at) => `\${n${at}}`).join(' ')
    const [filled] = fill([step(many)], { n1: 'x' })
    expect([filled?.asks, filled?.text, filled?.left]).toEqual([[], many, 0])
  })
})

describe('a step', () => {
  test('needs the answers that it uses, and counts open placeholders', () => {
    const [, , last] = fill(chain, {}, ['', 'A DRAFT'])
    expect([last?.waitsFor, last?.left]).toEqual([[0], 2])
    const waits = fill([step('a'), step('b'), step('${x} ${y}', { x: { answer_of: 2 }, y: { answer_of: 1 } })], {}, [
      ' ',
    ])
    expect(waits[2]?.waitsFor).toEqual([0, 1])
  })

  test('shows the beginning of a long answer, and passes on all of it', () => {
    const long = `${'word '.repeat(20_000)}🙂`
    const [, second] = fill(chain, {}, [long])
    if (!second) throw new Error('There is no second step.')
    expect(second.text).toContain(long)
    const [before, answer, , audience] = shownParts(second)
    expect(before).toEqual({ text: 'Write ', is_open: false, is_cut: false })
    expect(answer).toMatchObject({ name: 'outline', source: { step: 0 }, is_open: false, is_cut: true })
    expect(answer?.text).toMatch(/^(word ){100,}word…$/)
    expect(audience).toEqual({
      text: 'anyone',
      name: 'audience',
      source: { input: 'audience' },
      is_open: false,
      is_cut: false,
    })
  })
})
