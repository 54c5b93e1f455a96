import { useTranslate } from './messages.ts'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Prompt } from '#shared/library/schema.ts'
import { StarIcon } from '../ui/star.tsx'
import { useRestoreFocus } from '../ui/use-restore-focus.ts'
import { useRatePrompt } from './use-marks.ts'

const stars = [1, 2, 3, 4, 5]
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** Arrow keys move the focus only, since each choice sends a request. Space and Enter choose. */
function moveOrChoose(event: KeyboardEvent<HTMLInputElement>) {
  const radios = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])]
  const step = steps[event.key]
  if (event.key === 'Enter' || event.key === ' ') event.currentTarget.click()
  else if (step) radios[(radios.indexOf(event.currentTarget) + step + radios.length) % radios.length]?.focus()
  else return
  event.preventDefault()
}

export function StarRating({ prompt }: { prompt: Prompt }) {
  const t = useTranslate()
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const { rating, isBusy, rate } = useRatePrompt(prompt)
  const rememberFocus = useRestoreFocus(group, isBusy)
  const [pointed, setPointed] = useState<number | null>(null)
  const displayedRating = pointed ?? rating ?? 0
  const point = { onPointerLeave: () => setPointed(null), onBlur: () => setPointed(null) }
  return (
    <fieldset
      className="star-rating needs-script screen-only"
      ref={group}
      aria-busy={isBusy}
      disabled={isBusy}
      {...point}
    >
      <legend>{t('marks.rate')}</legend>
      <div>
        {stars.map((value) => (
          <label
            key={value}
            onPointerEnter={() => setPointed(value)}
            title={value === rating ? t('marks.remove_rating') : undefined}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={rating === value}
              // onClick handles all clicks, since a click on the chosen star fires no change event.
              onChange={() => {}}
              onClick={() => {
                rememberFocus()
                setPointed(null)
                void rate(value)
              }}
              onFocus={() => setPointed(value)}
              onKeyDown={moveOrChoose}
              aria-label={t('marks.stars', { count: value })}
              className="sr-only"
            />
            <StarIcon className="size-6" isFilled={value <= displayedRating} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
