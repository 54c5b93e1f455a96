import { defineMessages } from './i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./sandbox-banner.messages.en.ts'),
  es: () => import('./sandbox-banner.messages.es.ts'),
})

const card = '4242 4242 4242 4242'

/** The server's alone: hydration passes over an element that it does not know in the body, so that no script has it. */
export function SandboxBanner() {
  const t = useTranslate()
  return (
    <aside aria-label={t('label')} className="bg-warning text-sm">
      <p className="frame py-1.5">{t('text', { card })}</p>
    </aside>
  )
}
