import { useId } from 'react'
import { brandColorsOf, neutralColors, themes } from '#shared/site/brand-colors.ts'
import { Field } from '../../ui/field.tsx'
import { useTranslate } from './messages.ts'

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** Shows sample text and buttons in the brand colour, in both themes. */
function BrandPreview({ color }: { color: string }) {
  const t = useTranslate()
  const colors = { ...neutralColors, ...brandColorsOf(color) }
  return (
    <ul className="mt-3 flex flex-wrap gap-3">
      {themes.map((theme) => (
        <li key={theme}>
          <svg viewBox="0 0 220 96" aria-hidden="true" className="w-56 rounded-xl border border-line">
            <rect width="220" height="96" fill={colors.ground[theme]} />
            <rect x="8" y="8" width="204" height="80" rx="8" fill={colors.surface[theme]} stroke={colors.line[theme]} />
            <text x="20" y="34" fontSize="14" fontWeight="600" fill={colors.text[theme]}>
              {t(`color.${theme}`)}
            </text>
            <text x="20" y="52" fontSize="11" fill={colors.brand[theme]} textDecoration="underline">
              {t('color.link')}
            </text>
            <text x="20" y="72" fontSize="11" fill={colors.muted[theme]}>
              {t('color.note')}
            </text>
            <rect x="122" y="48" width="80" height="30" rx="8" fill={colors['brand-strong'][theme]} />
            <text x="162" y="67" fontSize="12" fontWeight="600" textAnchor="middle" fill="#ffffff">
              {t('color.button')}
            </text>
          </svg>
        </li>
      ))}
    </ul>
  )
}

type BrandFieldProps = {
  color: string | null
  standard: string
  error: string | undefined
  onChange: (color: string | null) => void
}

export function BrandField({ color, standard, error, onChange }: BrandFieldProps) {
  const t = useTranslate()
  const id = useId()
  const shown = color !== null && isColor(color) ? color : standard
  return (
    <div>
      <div className="flex items-start gap-3">
        <div className="grow">
          <Field
            label={t('field.brand_color')}
            value={color ?? ''}
            placeholder={standard}
            spellCheck={false}
            autoCapitalize="none"
            hint={t('color.hint')}
            error={error}
            onChange={({ target }) => onChange(target.value === '' ? null : target.value.trim())}
          />
        </div>
        <label htmlFor={id} className="sr-only">
          {t('color.picker')}
        </label>
        <input
          id={id}
          type="color"
          className="mt-7 h-11 w-14"
          value={shown}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <BrandPreview color={shown} />
    </div>
  )
}
