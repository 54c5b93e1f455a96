import type { Locale } from '#shared/locale.ts'
import { translateMessage } from '../translate.ts'
import type { ProblemMessage } from '../translate.ts'

/** What is wrong, and where in the row: `steps.1.prompt`, or nothing for the row as a whole. */
export type Reason = { at?: string; message: ProblemMessage }

/** A row that cannot be taken. */
export class RowProblem extends Error {
  readonly reasons: readonly Reason[]
  constructor(reasons: readonly Reason[]) {
    super(reasons.map(({ message }) => message).join('; '))
    this.reasons = reasons
  }
}

export const reasonsText = (reasons: readonly Reason[], locale: Locale): string =>
  reasons.map(({ at, message }) => `${at ? `${at}: ` : ''}${translateMessage(locale, message)}`).join('; ')
