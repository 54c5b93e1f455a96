import { fieldProblemsOf } from '../app/form.tsx'

/** Why something was refused, where no field stands beside what is wrong. Empty: the network. */
export const problemText = (error: unknown): string =>
  Object.values(fieldProblemsOf(error)).flat().join(' ') || (error as Error).message
