import type { LandingField, LandingItems, LandingLine, LandingSection } from '#shared/site/landing-fields.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../form-fields.tsx'
import { blankItem, fieldsOf, itemsOf, withItems, withItemValue, withSectionValue } from './landing-texts.ts'
import type { TranslatedSectionTexts } from './landing-texts.ts'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'

type Value = string | readonly string[]
type LandingFieldsProps = {
  name: LandingSection
  texts: TranslatedSectionTexts
  labelOf: (path: string) => string
  errorOf: (path: string) => string | undefined
  onChange: (texts: TranslatedSectionTexts) => void
}
type InputProps = Pick<LandingFieldsProps, 'labelOf' | 'errorOf'> & {
  shape: LandingLine
  path: string
  locale: Locale
  value: Value
  onChange: (value: Value) => void
}

const linesOf = (value: Value): readonly string[] => (typeof value === 'string' ? [] : value)
const withoutBlanks = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '')

function Input({ shape, path, locale, value, labelOf, errorOf, onChange }: InputProps) {
  const t = useTranslate()
  const labelled = { label: labelOf(path), lang: locale, error: errorOf(path) }
  if (shape.kind === 'line')
    return <Field {...labelled} dir="auto" value={String(value)} onChange={({ target }) => onChange(target.value)} />
  if (shape.kind === 'text') return <TextArea {...labelled} value={String(value)} onChange={onChange} />
  const lines = linesOf(value)
  const wrong = lines.map((_line, at) => errorOf(`${path}.${at}`)).find(Boolean)
  return (
    <div onBlur={() => lines.some((line) => line.trim() === '') && onChange(withoutBlanks(lines))}>
      <TextArea
        {...labelled}
        error={labelled.error ?? wrong}
        hint={t('landing.one_a_line')}
        value={lines.join('\n')}
        onChange={(typed) => onChange(typed.split('\n'))}
      />
    </div>
  )
}

type PairProps = Omit<InputProps, 'locale' | 'value' | 'path' | 'onChange'> & {
  pathIn: (locale: Locale) => string
  valueIn: (locale: Locale) => Value | undefined
  onChange: (locale: Locale, value: Value) => void
}

function Pair({ pathIn, valueIn, onChange, ...input }: PairProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {locales.map((locale) => (
        <Input
          key={locale}
          {...input}
          locale={locale}
          path={pathIn(locale)}
          value={valueIn(locale) ?? (input.shape.kind === 'lines' ? [] : '')}
          onChange={(value) => onChange(locale, value)}
        />
      ))}
    </div>
  )
}

type ItemsProps = LandingFieldsProps & { field: string; shape: LandingItems }

function Items({ field, shape, ...props }: ItemsProps) {
  const { name, texts, labelOf, onChange } = props
  const t = useTranslate()
  const count = Math.max(...locales.map((locale) => itemsOf(texts[locale]?.[field]).length))
  const label = labelOf(field)
  return (
    <section aria-label={label} className="grid gap-5">
      <h3 className="text-xl font-bold">{label}</h3>
      {Array.from({ length: count }, (_none, position) => (
        <fieldset key={position} className="card grid gap-5 p-4">
          <legend className="sr-only">{t('landing.item', { field: label, place: position + 1 })}</legend>
          {Object.entries(shape.fields).map(([key, line]) => (
            <Pair
              key={key}
              {...props}
              shape={line}
              pathIn={(locale) => `texts.${locale}.${field}.${position}.${key}`}
              valueIn={(locale) => itemsOf(texts[locale]?.[field])[position]?.[key]}
              onChange={(locale, value) =>
                onChange(withItemValue(texts, { name, locale, field, position, key }, value))
              }
            />
          ))}
          {count > 1 && (
            <button
              type="button"
              className="button button-quiet w-fit"
              aria-label={t('landing.remove_item', { field: label, place: position + 1 })}
              onClick={() => onChange(withItems(texts, field, (items) => items.toSpliced(position, 1)))}
            >
              {t('links.remove_short')}
            </button>
          )}
        </fieldset>
      ))}
      {count < shape.most && (
        <button
          type="button"
          className="button button-quiet w-fit"
          onClick={() => onChange(withItems(texts, field, (items) => [...items, blankItem(shape.fields)]))}
        >
          {t('landing.add_item', { field: label })}
        </button>
      )}
    </section>
  )
}

export function LandingFields(props: LandingFieldsProps) {
  const { name, texts, onChange } = props
  const t = useAdminMessages()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-sm text-muted">{t('field.spanish_hint')}</p>
      {fieldsOf(name).map(([field, shape]: [string, LandingField]) =>
        shape.kind === 'items' ? (
          <Items key={field} {...props} {...{ field, shape }} />
        ) : (
          <Pair
            key={field}
            {...props}
            shape={shape}
            pathIn={(locale) => `texts.${locale}.${field}`}
            valueIn={(locale) => texts[locale]?.[field] as Value | undefined}
            onChange={(locale, value) => onChange(withSectionValue(texts, { name, locale, field }, value))}
          />
        ),
      )}
    </div>
  )
}
