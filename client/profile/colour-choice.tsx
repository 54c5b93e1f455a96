import { useId } from 'react'
import { useTranslate } from './messages.ts'

/** Background colours of an avatar, with enough contrast to its letter in both themes. */
const swatches = {
  violet: '#4c2fa2',
  red: '#b3261e',
  amber: '#b45309',
  green: '#116b45',
  teal: '#0e7490',
  blue: '#1d4ed8',
  pink: '#a21caf',
  grey: '#475569',
}
const names = Object.keys(swatches) as (keyof typeof swatches)[]

type ColourChoiceProps = { colour: string; error: string | undefined; onChoose: (colour: string) => void }

export function ColourChoice({ colour, error, onChoose }: ColourChoiceProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t('me.colour')}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="icon-button rounded-full aria-pressed:outline-2 aria-pressed:outline-brand"
            aria-label={t(`colours.${name}`)}
            aria-pressed={swatches[name] === colour}
            onClick={() => onChoose(swatches[name])}
          >
            <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
              <circle cx="16" cy="16" r="15" fill={swatches[name]} />
            </svg>
          </button>
        ))}
        <label htmlFor={id} className="sr-only">
          {t('me.own_colour')}
        </label>
        <input
          id={id}
          name="avatar_color"
          type="color"
          className="h-11 w-14 cursor-pointer rounded-lg border border-line bg-surface p-1"
          value={colour}
          onChange={({ target }) => onChoose(target.value)}
        />
      </div>
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
