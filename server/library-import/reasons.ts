import type { Locale } from '#shared/locale.ts'
import { translateMessage } from '../translate.ts'
import type { TranslatableProblem } from '../translate.ts'

/** Reason why a row is rejected. `at` is the path in the row, such as `steps.1.prompt`; absent for the whole row. */
export type RejectionReason = { at?: string; message: TranslatableProblem }

export class RowProblem extends Error {
  readonly reasons: readonly RejectionReason[]
  constructor(reasons: readonly RejectionReason[]) {
    super(reasons.map(({ message }) => message).join('; '))
    this.reasons = reasons
  }
}

export const reasonsText = (reasons: readonly RejectionReason[], locale: Locale): string =>
  reasons.map(({ at, message }) => `${at ? `${at}: ` : ''}${translateMessage(locale, message)}`).join('; ')
