import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Prompt } from '#shared/library.ts'
import { useSay } from '../i18n.tsx'
import { useAskToLogIn } from '../layout/asking.tsx'
import { useViewer } from '../viewer.ts'

const stars = [1, 2, 3, 4, 5]
const steps: Partial<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** Arrows move along the stars without choosing, as each choice would be sent; Space and Enter choose. */
function moveOrChoose(event: KeyboardEvent<HTMLInputElement>) {
  const radios = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])]
  const step = steps[event.key]
  if (event.key === 'Enter') event.currentTarget.click()
  else if (step) radios[(radios.indexOf(event.currentTarget) + step + radios.length) % radios.length]?.focus()
  else return
  event.preventDefault()
}

/** One's own rating from 1 to 5 stars; a visitor is asked to log in. */
export function StarRating({ prompt }: { prompt: Prompt }) {
  const say = useSay()
  const name = useId()
  const { is_signed_in } = useViewer()
  const askToLogIn = useAskToLogIn()
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = pointed ?? prompt.user_rating ?? 0
  const point = { onPointerLeave: () => setPointed(null), onBlur: () => setPointed(null) }
  return (
    <fieldset className="needs-script -ml-2.5" disabled={is_signed_in} {...point}>
      <legend className="ml-2.5 text-sm text-muted">{say('prompt.rate')}</legend>
      <div className="flex">
        {stars.map((value) => (
          <label
            key={value}
            className="flex size-11 cursor-pointer items-center justify-center rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-brand"
            onPointerEnter={() => setPointed(value)}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={prompt.user_rating === value}
              onChange={() => askToLogIn('auth.rate')}
              onFocus={() => setPointed(value)}
              onKeyDown={moveOrChoose}
              aria-label={say('prompt.stars', { count: value })}
              className="sr-only"
            />
            <Star className={`size-6 text-star ${value <= shown ? 'fill-current' : ''}`} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
