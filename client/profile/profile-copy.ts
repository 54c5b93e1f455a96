import { copyOf } from '../copy.ts'

export const profileCopy = copyOf({
  en: async () => (await import('./profile-copy.en.ts')).copy,
  es: async () => (await import('./profile-copy.es.ts')).copy,
})
