import { copyOf } from '../copy.ts'

/** The texts of signing up and in. */
export const signInCopy = copyOf({
  en: async () => (await import('./sign-in-copy.en.ts')).copy,
  es: async () => (await import('./sign-in-copy.es.ts')).copy,
})
