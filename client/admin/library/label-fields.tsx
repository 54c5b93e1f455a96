import type { AdminPrompt } from '#shared/admin-library.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { labelOf, readTemplate } from '#shared/placeholders.ts'
import { Field } from '../../ui/field.tsx'
import { useTranslate } from './messages.ts'
import { blankPromptText } from './prompt-draft.ts'
import { withText } from '../texts.ts'

type Texts = AdminPrompt['texts']
type LabelFieldsProps = {
  texts: Texts
  errorOf: (name: string) => string | undefined
  onChange: (texts: Texts) => void
}

function LabelsOf({ locale, texts, errorOf, onChange }: LabelFieldsProps & { locale: Locale }) {
  const t = useTranslate()
  const { content, labels } = texts[locale] ?? blankPromptText
  const { fields, has_too_many } = readTemplate(content)
  // What is named and no longer in the text is shown, so that it can be emptied.
  const names = [...new Set([...fields.map(({ name }) => name), ...Object.keys(labels)])]
  const type = (name: string, label: string) => {
    const others = Object.entries(labels).filter(([other]) => other !== name)
    const changed = Object.fromEntries(label === '' ? others : [...others, [name, label]])
    onChange(withText(texts, locale, blankPromptText, { labels: changed }))
  }
  const error = errorOf(`texts.${locale}.labels`)
  return (
    <fieldset className="grid min-w-0 content-start gap-3">
      <legend className="mb-1 font-semibold">
        {t('fields.in', { field: t('fields.labels'), locale: t(`fields.${locale}`) })}
      </legend>
      {error && <p className="text-sm text-danger">{error}</p>}
      {has_too_many && <p className="text-sm text-muted">{t('fields.labels_many')}</p>}
      {!has_too_many && names.length === 0 && (
        <p className="text-sm text-muted">{t('fields.labels_none', { form: '{{name}}' })}</p>
      )}
      {names.map((name) => (
        <Field
          key={name}
          label={t('fields.label', { name })}
          lang={locale}
          dir="auto"
          value={Object.hasOwn(labels, name) ? labels[name] : ''}
          placeholder={labelOf(name)}
          maxLength={60}
          error={errorOf(`texts.${locale}.labels.${name}`)}
          onChange={({ target }) => type(name, target.value)}
        />
      ))}
    </fieldset>
  )
}

/** What readers see beside each blank of the text, in both languages. */
export function LabelFields(props: LabelFieldsProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {locales.map((locale) => (
        <LabelsOf key={locale} locale={locale} {...props} />
      ))}
    </div>
  )
}
