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
    <section className="calls">
      <div className="frame" {...attention}>
        <h2 className="sr-only">{whole}</h2>
        <p className="stacked text-4xl" aria-hidden="true">
          {lines.map((line, index) => (
            <span key={index} className={index === visibleIndex ? '' : 'invisible'}>
              {line}
            </span>
          ))}
        </p>
        <div className="flex shrink-0 items-center gap-2">
          <Link to={paths.subscription} className="button">
            {action}
          </Link>
          <MotionSwitch motion={motion} wordClassName="sr-only" />
        </div>
      </div>
    </section>
  )
}
