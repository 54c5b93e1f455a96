import { copyOf } from '../copy.ts'

export const copy = copyOf({
  en: () => import('./landing-copy.en.ts').then(({ landing }) => landing),
  es: () => import('./landing-copy.es.ts').then(({ landing }) => landing),
})
