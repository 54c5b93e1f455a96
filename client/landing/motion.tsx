import { Pause, Play } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { copy } from './landing-copy.ts'

const stillness = '(prefers-reduced-motion: reduce)'

function subscribe(onChange: () => void) {
  const query = matchMedia(stillness)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the person wants nothing to move; until the browser can tell, nothing does. */
export function useStillness(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(stillness).matches,
    () => true,
  )
}

/** Whether the texts of the page move: `isStopped` by its switch, `isStill` by that or by the person's settings. */
export type Motion = { isStill: boolean; isStopped: boolean; toggle: () => void }

/** Stops and starts everything that moves on the page by itself. */
export function MotionSwitch({ motion, className = '' }: { motion: Motion; className?: string }) {
  const { motion: text } = copy.useCopy()
  const Picture = motion.isStopped ? Play : Pause
  return (
    <button
      type="button"
      className={`icon-button needs-script shrink-0 motion-reduce:invisible ${className}`}
      aria-label={motion.isStopped ? text.play : text.pause}
      onClick={motion.toggle}
    >
      <Picture className="size-4" aria-hidden="true" />
    </button>
  )
}
