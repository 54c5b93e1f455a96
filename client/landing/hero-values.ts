import { useState } from 'react'
import type { HeroPrompt } from '#shared/site/landing.ts'
import { writeStorage } from '../app/storage.ts'
import { useTyping } from './use-typing.ts'
import type { TypingScript } from './use-typing.ts'

type Values = Record<string, string>
export type HeroState = {
  prompt: HeroPrompt
  values: Values
  /** Number of letters shown of the task. */
  typed: number
  isEdited: boolean
  edit: () => void
  change: (name: string, value: string) => void
}

/** Blanks in the order in which they are filled in: the one of the headline is first. */
function fillingOrder({ task, blanks }: HeroPrompt) {
  return blanks.toSorted((one, other) => Number(other.name === task[1]) - Number(one.name === task[1]))
}

const valuesOf = ({ blanks }: HeroPrompt): Values => Object.fromEntries(blanks.map(({ name, value }) => [name, value]))

/** Values of which only `letters` letters are filled in. */
function partialValues(prompt: HeroPrompt, letters: number): Values {
  let left = letters
  return Object.fromEntries(
    fillingOrder(prompt).map(({ name, value }) => {
      const shown = value.slice(0, left)
      left -= shown.length
      return [name, shown]
    }),
  )
}

export const scriptOf = (prompt: HeroPrompt): TypingScript => ({
  task: prompt.task[0] ?? '',
  values: fillingOrder(prompt).map(({ value }) => value),
})

/** Prompt of the hero with its values. The animation ends when the user enters a blank. */
export function useHeroValues(
  prompts: readonly [HeroPrompt, ...HeroPrompt[]],
  scripts: readonly [TypingScript, ...TypingScript[]],
  isReduced: boolean,
  isPaused: boolean,
): HeroState {
  const [edited, setEdited] = useState<{ index: number; values: Values } | null>(null)
  const { index, typed, filled } = useTyping(scripts, isReduced, isPaused || edited !== null)
  const prompt = prompts[edited?.index ?? index] ?? prompts[0]
  const written = edited?.values ?? {}
  return {
    prompt,
    values: edited ? { ...valuesOf(prompt), ...written } : partialValues(prompt, filled),
    typed: edited ? Infinity : typed,
    isEdited: edited !== null,
    edit: () => edited ?? setEdited({ index, values: {} }),
    change: (name, value) => {
      const values = { ...written, [name]: value }
      setEdited({ index: edited?.index ?? index, values })
      // The page of the prompt shows what was typed here.
      const pairs = prompt.blanks.map((blank) => [blank.name, values[blank.name] ?? ''])
      writeStorage(`prompt.values:${prompt.slug}`, JSON.stringify(pairs))
    },
  }
}

/** Whole text of the prompt with its values, as it is copied. An empty blank is its label in brackets. */
export function filledText({ text, blanks }: HeroPrompt, values: Values): string {
  const labels = new Map(blanks.map(({ name, label }) => [name, label]))
  return text.map((part, at) => (at % 2 === 0 ? part : values[part] || `[${labels.get(part)}]`)).join('')
}
