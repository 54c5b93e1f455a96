import { useId } from 'react'
import { Field } from '../../ui/field.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { useTranslate } from './messages.ts'

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

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
