import type { AdminPrompt } from '#shared/admin/library.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { placeholderLabelOf, readTemplate } from '#shared/library/placeholders.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../form-fields.tsx'
import { useTranslate as useAdminMessages } from '../messages.ts'
import { useTranslate } from './messages.ts'

type Texts = AdminPrompt['texts']
type LabelFieldsProps = {
  texts: Texts
  errorOf: (name: string) => string | undefined
  setValue: (path: string, value: unknown) => void
}

function LabelsOf({ locale, texts, errorOf, setValue }: LabelFieldsProps & { locale: Locale }) {
  const t = useTranslate()
  const tAdmin = useAdminMessages()
  const { content = '', labels = {}, example_values: values = {} } = texts[locale] ?? {}
  const { fields, has_too_many } = readTemplate(content)
  // Labels of placeholders that the text no longer has stay in the form, so that an admin can empty them.
  const names = [...new Set([...fields.map(({ name }) => name), ...Object.keys(labels), ...Object.keys(values)])]
  const type = (map: 'labels' | 'example_values', name: string, typed: string) => {
    const others = Object.entries(map === 'labels' ? labels : values).filter(([other]) => other !== name)
    setValue(`texts.${locale}.${map}`, Object.fromEntries(typed === '' ? others : [...others, [name, typed]]))
  }
  const error = errorOf(`texts.${locale}.labels`)
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="mb-1 font-semibold">{tAdmin(`field.in_${locale}`, { field: t('fields.labels') })}</legend>
      {error && <p className="text-sm text-danger">{error}</p>}
      {has_too_many && <p className="text-sm text-muted">{t('fields.labels_many')}</p>}
      {!has_too_many && names.length === 0 && (
        <p className="text-sm text-muted">{t('fields.labels_none', { form: '{{name}}' })}</p>
      )}
      {names.map((name) => (
        <div key={name} className="grid gap-3">
          <Field
            label={t('fields.label', { name })}
            lang={locale}
            dir="auto"
            value={Object.hasOwn(labels, name) ? labels[name] : ''}
            placeholder={placeholderLabelOf(name)}
            maxLength={60}
            error={errorOf(`texts.${locale}.labels.${name}`)}
            onChange={({ target }) => type('labels', name, target.value)}
          />
          <TextArea
            label={t('fields.example_value', { name })}
            lang={locale}
            value={Object.hasOwn(values, name) ? (values[name] ?? '') : ''}
            error={errorOf(`texts.${locale}.example_values.${name}`)}
            onChange={(value) => type('example_values', name, value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

const countBlanks = (content = '') => readTemplate(content).fields.length

/** Fields for the label and example value of each placeholder, in both languages. */
export function LabelFields(props: LabelFieldsProps) {
  const t = useTranslate()
  const { en, es } = props.texts
  const counts = { en: countBlanks(en?.content), es: countBlanks(es?.content) }
  const isUneven = counts.en !== counts.es && Boolean(en?.content && es?.content)
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {isUneven && <p className="text-sm text-muted md:col-span-2">{t('fields.labels_uneven', counts)}</p>}
      {locales.map((locale) => (
        <LabelsOf key={locale} locale={locale} {...props} />
      ))}
    </div>
  )
}
