import { locales } from '#shared/locale.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../form-fields.tsx'
import { useTranslate } from './messages.ts'
import { withText } from '../texts.ts'
import type { Text, Texts } from '../texts.ts'

type Name =
  | 'name'
  | 'title'
  | 'description'
  | 'short_description'
  | 'warning_text'
  | 'content'
  | 'how_to_use'
  | 'known_issues'
  | 'example'
export type TextField = { name: Name; isLong?: true; isOptional?: true; hint?: string }

type TextPairsProps<One extends Text> = {
  texts: Texts<One>
  blank: One
  fields: readonly TextField[]
  errorOf: (name: string) => string | undefined
  onChange: (texts: Texts<One>) => void
}

/** Each text in both languages, side by side where there is room. */
export function TextPairs<One extends Text>({ texts, blank, fields, errorOf, onChange }: TextPairsProps<One>) {
  const t = useTranslate()
  return (
    <section aria-label={t('fields.texts')} className="grid gap-5">
      <p className="text-sm text-muted">{t('fields.spanish_hint')}</p>
      {fields.map(({ name, isLong, isOptional, hint }) => (
        <div key={name} className="grid items-start gap-5 md:grid-cols-2">
          {locales.map((locale) => {
            const value = texts[locale]?.[name] ?? ''
            const type = (typed: string) => {
              const changes = { [name]: isOptional && typed === '' ? null : typed } as Partial<One>
              onChange(withText(texts, locale, blank, changes))
            }
            const labelled = {
              label: t('fields.in', { field: t(`fields.${name}`), locale: t(`fields.${locale}`) }),
              lang: locale,
              value: typeof value === 'string' ? value : '',
              error:
                errorOf(`texts.${locale}.${name}`) ??
                (name === fields[0]?.name ? errorOf(`texts.${locale}`) : undefined),
              hint,
            }
            return isLong ? (
              <TextArea key={locale} {...labelled} onChange={type} />
            ) : (
              <Field key={locale} {...labelled} dir="auto" onChange={({ target }) => type(target.value)} />
            )
          })}
        </div>
      ))}
    </section>
  )
}
