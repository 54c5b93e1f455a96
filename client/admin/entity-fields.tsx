import type { ReactNode } from 'react'
import { Fragment } from 'react'
import type { AuditKind } from '#shared/admin/audit.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { Field } from '../ui/field.tsx'
import { isTranslated, pathIn, valueAt, withValue } from './fields.ts'
import type { AnyField, FieldContext, FieldSet } from './fields.ts'
import { Checkbox, CheckboxGroup, Select, TextArea } from './form-fields.tsx'
import { FormerSlugs } from './former-slugs.tsx'
import { isoTimeOf, localTimeOf, timeZone } from './local-time.ts'
import { MarkdownField } from './markdown-field.tsx'
import { useTranslate } from './messages.ts'

type InputProps = {
  field: AnyField
  label: string
  locale: Locale | undefined
  value: unknown
  error: string | undefined
  hint: ReactNode
  onChange: (value: unknown) => void
  onSubmit: () => void
}

const fixedText = { spellCheck: false, autoCapitalize: 'none' } as const

type OptionsInputProps = InputProps & { field: Extract<AnyField, { kind: 'choice' | 'ids' }> }

/** Choice of a text, of the id of an item, or of several ids. */
function OptionsInput({ field, label, hint, value, error, onChange }: OptionsInputProps) {
  const t = useTranslate()
  const { options } = field
  if (field.kind === 'ids')
    return <CheckboxGroup legend={label} ids={value as number[]} {...{ options, error, onChange }} />
  const { none, isJson, isNullable } = field
  const text = isJson ? JSON.stringify(value) : typeof value === 'string' ? value : ''
  const isMissing = error !== undefined && isJson && value === 0 && !options?.some((option) => option.value === text)
  return (
    <Select
      {...{ label, hint, none }}
      value={text}
      options={options ?? []}
      error={isMissing ? t('field.choose_one') : error}
      onChange={(chosen) =>
        onChange(isJson ? (JSON.parse(chosen || '0') as unknown) : isNullable && chosen === '' ? null : chosen)
      }
    />
  )
}

function LineInput({ field, locale, value, onChange, onSubmit: _onSubmit, ...labelled }: InputProps) {
  const t = useTranslate()
  const text = typeof value === 'string' ? value : ''
  const setText = (typed: string) => onChange(field.isNullable && typed === '' ? null : typed)
  if (field.kind === 'number')
    return (
      <Field
        {...labelled}
        type="number"
        {...field.input}
        value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
        onChange={({ target }) => onChange(field.isNullable && target.value === '' ? null : target.valueAsNumber)}
      />
    )
  if (field.kind === 'moment')
    return (
      <Field
        {...labelled}
        hint={labelled.hint ?? t('field.zone', { zone: timeZone() })}
        type="datetime-local"
        value={localTimeOf(text === '' ? null : text)}
        onChange={({ target }) => {
          const moment = isoTimeOf(target.value)
          if (moment) onChange(moment)
        }}
      />
    )
  const kind = field.kind === 'slug' ? fixedText : field.kind === 'date' ? { type: 'date' } : { dir: 'auto' }
  return (
    <Field
      {...labelled}
      {...kind}
      {...field.input}
      lang={locale}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

function FieldInput(props: InputProps) {
  const { field, label, locale, value, error, hint, onChange, onSubmit } = props
  const text = typeof value === 'string' ? value : ''
  if (field.kind === 'choice' || field.kind === 'ids') return <OptionsInput {...props} field={field} />
  if (field.kind === 'checkbox') return <Checkbox {...{ label, hint, error, onChange }} isChecked={value === true} />
  if (field.kind === 'markdown')
    return <MarkdownField {...{ label, error, onChange, onSubmit }} locale={locale ?? 'en'} value={text} />
  if (field.kind !== 'text') return <LineInput {...props} />
  return (
    <TextArea
      {...{ label, error, hint }}
      lang={locale ?? field.input?.lang}
      value={text}
      onChange={(typed) => onChange(field.isNullable && typed === '' ? null : typed)}
    />
  )
}

type Values = Record<string, unknown>
type FormProps = FieldContext<Values> & {
  fields: readonly AnyField[]
  isSpanishOptional?: boolean
  kind?: AuditKind
  item?: (Values & { id: number }) | undefined
  onSubmit?: () => void
}
type CellsProps = FormProps & {
  field: AnyField
  /** Languages of the cells, and whether the labels name them. */
  languages?: readonly Locale[]
  isNamed?: boolean
}

const grid = 'grid grid-cols-[minmax(0,1fr)] items-start gap-5'
const wide = 'min-w-0 empty:hidden md:col-span-2'

/** Cells of a field in the grid of the form: a cell for each language, or a single one. */
function FieldCells({ field, languages = locales, isNamed = true, ...form }: CellsProps) {
  const t = useTranslate()
  const { draft, set, errorOf, fields, kind, item, onSubmit = () => {} } = form
  const { path, label, hint } = field
  if (field.kind === 'hidden') return null
  const setValue = (exactPath: string, value: unknown) => set(withValue(form, draft, exactPath, value))
  if (field.kind === 'custom') {
    const content = field.render({ draft, set, setValue, errorOf }, item)
    return <div className={field.isHalf ? 'min-w-0' : wide}>{content}</div>
  }
  const isFirstText = fields.find(isTranslated) === field
  const input = (exactPath: string, locale?: Locale) => (
    <FieldInput
      field={field}
      label={locale && isNamed ? t(`field.in_${locale}`, { field: label }) : label}
      locale={locale}
      value={valueAt(draft, exactPath)}
      error={errorOf(exactPath) ?? (isFirstText && locale ? errorOf(`texts.${locale}`) : undefined)}
      hint={typeof hint === 'function' ? hint(draft, item) : hint}
      onChange={(value) => setValue(exactPath, value)}
      onSubmit={onSubmit}
    />
  )
  if (isTranslated(field))
    return languages.map((locale) => (
      <div
        key={locale}
        className={field.kind === 'markdown' ? wide : `min-w-0 ${locale === 'en' ? 'md:col-start-1' : ''}`}
      >
        {input(pathIn(path, locale), locale)}
      </div>
    ))
  const slug = draft[path]
  return (
    <>
      <div className={field.isHalf ? 'min-w-0' : wide}>{input(path)}</div>
      {field.kind === 'slug' && item && kind && typeof slug === 'string' && (
        <div className={wide}>
          <FormerSlugs kind={kind} id={item.id} slug={slug} />
        </div>
      )}
    </>
  )
}

type EntityFieldsProps<Draft, Item> = FieldSet<Draft, Item> &
  FieldContext<Draft> &
  Pick<FormProps, 'kind' | 'onSubmit'> & {
    item?: Item | undefined
    /** True: a group for each language has its texts. Otherwise both languages of a text are side by side. */
    isGroupedByLanguage?: boolean | undefined
  }

/** Inputs for the fields of an item, in their order. */
export function EntityFields<Draft, Item>(props: EntityFieldsProps<Draft, Item>) {
  const t = useTranslate()
  const { isGroupedByLanguage, ...form } = props as unknown as FormProps & Pick<typeof props, 'isGroupedByLanguage'>
  const isShown = ({ path, isShown: isVisible }: AnyField) =>
    (path.includes('.') || path in form.draft) && isVisible?.(form.draft, form.item) !== false
  const shown = form.fields.filter(isShown)
  const texts = shown.filter(isTranslated)
  return (
    <div className={`${grid} md:grid-cols-2`}>
      {shown.map((field) => (
        <Fragment key={field.path}>
          {field === texts[0] && form.isSpanishOptional && field.path.startsWith('texts.*.') && (
            <p className={`${wide} text-sm text-muted`}>{t('field.spanish_hint')}</p>
          )}
          {!isGroupedByLanguage || !isTranslated(field) ? (
            <FieldCells field={field} {...form} />
          ) : (
            field === texts[0] &&
            locales.map((locale) => (
              <fieldset key={locale} className={grid}>
                <legend className="mb-2 font-semibold">{t(`field.language_${locale}`)}</legend>
                {texts.map((text) => (
                  <FieldCells key={text.path} field={text} languages={[locale]} isNamed={false} {...form} />
                ))}
              </fieldset>
            ))
          )}
        </Fragment>
      ))}
    </div>
  )
}
