import { useEffect, useState } from 'react'
import { paths } from '#shared/paths.ts'
import type { LandingTexts } from '#shared/site/landing-fields.ts'
import { Link } from '../app/link.tsx'
import { MotionSwitch, useHoverOrFocus } from './motion.tsx'
import type { MotionState } from './motion.tsx'

const intervalMs = 2_500

function useRotatingIndex(count: number, isPaused: boolean): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => setTurn((last) => (last + 1) % count), intervalMs)
    return () => clearInterval(timer)
  }, [count, isPaused])
  return turn
}

type CallsToActionProps = { texts: LandingTexts<'calls'>; motion: MotionState }

export function CallsToAction({ texts: { whole, lines, action }, motion }: CallsToActionProps) {
  const { hasAttention, attention } = useHoverOrFocus()
  const turn = useRotatingIndex(lines.length, motion.isReduced || motion.isStopped || hasAttention)
  const visibleIndex = motion.isReduced ? 0 : turn % lines.length
  return (
    <section className="frame py-16">
      <div
        className="flex flex-col gap-6 rounded-2xl bg-brand-strong p-8 text-white sm:p-12 md:flex-row md:items-center md:justify-between"
        {...attention}
      >
        <h2 className="sr-only">{whole}</h2>
        <p
          className="grid items-center font-heading text-2xl leading-tight font-bold *:col-start-1 *:row-start-1"
          aria-hidden="true"
        >
          {lines.map((line, index) => (
            <span
              key={index}
              className={`transition-opacity duration-300 ${index === visibleIndex ? '' : 'invisible opacity-0'}`}
            >
              {line}
            </span>
          ))}
        </p>
        <div className="flex shrink-0 items-center gap-2">
          <Link to={paths.subscription} className="button button-quiet outline-offset-4 focus-visible:outline-white">
            {action}
          </Link>
          <MotionSwitch motion={motion} className="text-white hover:bg-white/15 focus-visible:outline-white" />
        </div>
      </div>
    </section>
  )
}
