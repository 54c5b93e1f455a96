import { Pause, Play } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslate } from './messages.ts'

const stillness = '(prefers-reduced-motion: reduce)'

function subscribe(onChange: () => void) {
  const query = matchMedia(stillness)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the person wants nothing to move; until the browser can tell, nothing does. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(stillness).matches,
    () => true,
  )
}

/** Whether the texts of the page move: `isStopped` by its switch, `isStill` by that or by the person's settings. */
export type Motion = { isStill: boolean; isStopped: boolean; toggle: () => void }

export function MotionSwitch({ motion, className = '' }: { motion: Motion; className?: string }) {
  const t = useTranslate()
  const Picture = motion.isStopped ? Play : Pause
  return (
    <button
      type="button"
      className={`icon-button needs-script shrink-0 motion-reduce:invisible ${className}`}
      aria-label={motion.isStopped ? t('motion.play') : t('motion.pause')}
      onClick={motion.toggle}
    >
      <Picture className="size-4" aria-hidden="true" />
    </button>
  )
}
