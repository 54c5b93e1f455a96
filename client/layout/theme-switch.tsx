import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../app/theme.ts'
import { useTranslate } from '../app/i18n.tsx'

/** Theme switch with both icons. CSS shows one of them, since the server does not know the theme. */
export function ThemeSwitch() {
  const t = useTranslate()
  const { isDark, switchTheme } = useTheme()
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-pressed={isDark ?? undefined}
      aria-label={t('theme.dark')}
      title={t('theme.switch')}
      onClick={switchTheme}
    >
      <Sun className="in-dark size-5" />
      <Moon className="in-light size-5" />
    </button>
  )
}
