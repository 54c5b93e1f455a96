import { Pause, Play } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FocusEvent, PointerEvent, RefObject } from 'react'
import { useTranslate } from './messages.ts'

const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

function subscribe(onChange: () => void) {
  const query = matchMedia(reducedMotionQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True if the user prefers reduced motion. Always true on the server. */
function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(reducedMotionQuery).matches,
    () => true,
  )
}

/** `isReduced`: preference of the user. `isStopped`: state of the pause button. */
export type MotionState = { isReduced: boolean; isStopped: boolean; toggle: () => void }

export function useMotion(): MotionState {
  const isReduced = useReducedMotion()
  const [isStopped, setIsStopped] = useState(false)
  return { isReduced, isStopped, toggle: () => setIsStopped(!isStopped) }
}

const isOnSwitch = (target: EventTarget) => (target as Element).closest('[data-motion-switch]') !== null

/** True while hovered or focused. The pause button does not count, since it also starts the animation. */
export function useHoverOrFocus() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    hasAttention: isHovered || isFocused,
    attention: {
      // Touch sends no leave event after a tap.
      onPointerOver: ({ target, pointerType }: PointerEvent) =>
        setIsHovered(pointerType === 'mouse' && !isOnSwitch(target)),
      onPointerLeave: () => setIsHovered(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(!isOnSwitch(target)),
      onBlur: () => setIsFocused(false),
    },
  }
}

function subscribeToTab(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** True while the element is at least partly in the viewport and the tab is visible. */
export function useIsVisible(ref: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(true)
  const isTabHidden = useSyncExternalStore(
    subscribeToTab,
    () => document.hidden,
    () => false,
  )
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isInView && !isTabHidden
}

type MotionSwitchProps = { motion: MotionState; className?: string; wordClassName?: string }

export function MotionSwitch({ motion, className = '', wordClassName = '' }: MotionSwitchProps) {
  const t = useTranslate()
  const Picture = motion.isStopped ? Play : Pause
  return (
    <button
      type="button"
      data-motion-switch=""
      className={`icon-button needs-script shrink-0 gap-2 px-3 text-sm font-semibold motion-reduce:hidden ${className}`}
      aria-label={motion.isStopped ? t('motion.play') : t('motion.pause')}
      onClick={motion.toggle}
    >
      <Picture className="size-4" aria-hidden="true" />
      <span className={wordClassName}>{motion.isStopped ? t('motion.play_short') : t('motion.pause_short')}</span>
    </button>
  )
}
