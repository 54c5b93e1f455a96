import { copyOf } from '../copy.ts'
import type { Loader } from '../routes.tsx'
import { LegalText } from './legal-text.tsx'

const copy = copyOf({
  en: async () => (await import('./terms-copy.en.ts')).terms,
  es: async () => (await import('./terms-copy.es.ts')).terms,
})

export const load: Loader = ({ locale }) => copy.load(locale)

export function Page() {
  return <LegalText text={copy.useCopy()} />
}
