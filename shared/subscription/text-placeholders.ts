import * as z from 'zod/mini'
import { fieldError } from '../fields.ts'
import { figureNames } from '../library/figures.ts'
import { planPlaceholderNames } from './placeholders.ts'

/** Names in single braces. `${name}` and `{{name}}` stay text. */
const inBraces = /(?<![${])\{([^{}\n]{1,40})\}(?!\})/gu

const refuseOthers = (names: readonly string[]) =>
  z.refine<string>(
    (text) => [...text.matchAll(inBraces)].every(([, name = '']) => names.includes(name)),
    fieldError('schema.placeholders', { placeholders: names.map((name) => `{${name}}`).join(', ') }),
  )

/** Checks of texts that show figures of the library, and of texts that show a plan too: no other name in braces. */
export const onlyFigurePlaceholders = refuseOthers(figureNames)
export const onlySitePlaceholders = refuseOthers([...figureNames, ...planPlaceholderNames])
/** Check of a section of the landing page, where `{plan}` is the plan that the line is about. */
export const onlyPricingPlaceholders = refuseOthers([...figureNames, 'plan'])
