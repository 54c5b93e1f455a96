import { copyOf } from '../copy.ts'
import type { Loader } from '../routes.tsx'
import { LegalText } from './legal-text.tsx'

const copy = copyOf({
  en: async () => (await import('./privacy-copy.en.ts')).privacy,
  es: async () => (await import('./privacy-copy.es.ts')).privacy,
})

export const load: Loader = ({ locale }) => copy.load(locale)

export function Page() {
  return <LegalText text={copy.useCopy()} />
}
