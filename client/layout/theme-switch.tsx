import { Moon, Sun } from 'lucide-react'
import { useSay } from '../i18n.tsx'
import { useTheme } from '../theme.ts'

/** A button between light and dark. Both pictures are on the page, and the styles show the one that fits. */
export function ThemeSwitch() {
  const say = useSay()
  const { isDark, switchTheme } = useTheme()
  return (
    <button
      type="button"
      className="icon-button needs-script"
      aria-pressed={isDark ?? undefined}
      aria-label={say('theme.dark')}
      title={say('theme.switch')}
      onClick={switchTheme}
    >
      <Sun className="in-dark size-5" />
      <Moon className="in-light size-5" />
    </button>
  )
}
