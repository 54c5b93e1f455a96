import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { copy } from './landing-copy.ts'
import { MotionSwitch } from './motion.tsx'
import type { Motion } from './motion.tsx'

/** How long each line stands, in ms. */
const interval = 2_500

function useTurn(count: number, isPaused: boolean): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => setTurn((last) => (last + 1) % count), interval)
    return () => clearInterval(timer)
  }, [count, isPaused])
  return turn
}

/** Whether the pointer is over it or the focus within it, and what to hang on the element to know. */
function useAttention() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    hasAttention: isHovered || isFocused,
    attention: {
      onMouseEnter: () => setIsHovered(true),
      onMouseLeave: () => setIsHovered(false),
      onFocus: () => setIsFocused(true),
      onBlur: () => setIsFocused(false),
    },
  }
}

/** Lines that take turns in one place, which waits while someone attends to it; read aloud, it is one sentence. */
export function Calls({ motion, prefersStillness }: { motion: Motion; prefersStillness: boolean }) {
  const { calls } = copy.useCopy()
  const { hasAttention, attention } = useAttention()
  const turn = useTurn(calls.lines.length, motion.isStill || hasAttention)
  const shown = prefersStillness ? 0 : turn
  return (
    <section className="frame py-16">
      <div
        className="flex flex-col gap-6 rounded-2xl bg-brand-strong p-8 text-white sm:p-12 md:flex-row md:items-center md:justify-between"
        {...attention}
      >
        <h2 className="sr-only">{calls.whole}</h2>
        <p
          className="grid font-heading text-2xl leading-tight font-bold *:col-start-1 *:row-start-1 sm:text-3xl"
          aria-hidden="true"
        >
          {calls.lines.map((line, index) => (
            <span
              key={line}
              className={`transition-opacity duration-300 ${index === shown ? '' : 'invisible opacity-0'}`}
            >
              {line}
            </span>
          ))}
        </p>
        <div className="flex shrink-0 items-center gap-2">
          <Link to={paths.subscription} className="button button-quiet outline-offset-4 focus-visible:outline-white">
            {calls.action}
          </Link>
          <MotionSwitch motion={motion} className="text-white hover:bg-white/15 focus-visible:outline-white" />
        </div>
      </div>
    </section>
  )
}
