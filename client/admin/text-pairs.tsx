import { locales } from '#shared/locale.ts'
import { Field } from '../ui/field.tsx'
import { TextArea } from './form-fields.tsx'
import { withText } from './texts.ts'
import type { Text, TranslatedTexts } from './texts.ts'

export type TextField = { name: string; isLong?: true; isOptional?: true; hint?: string }

type TextPairsProps<One extends Text> = {
  texts: TranslatedTexts<One>
  blank: One
  fields: readonly TextField[]
  hint: string
  labelOf: (path: string) => string
  errorOf: (name: string) => string | undefined
  onChange: (texts: TranslatedTexts<One>) => void
}

export function TextPairs<One extends Text>({ texts, blank, fields, hint: note, ...rest }: TextPairsProps<One>) {
  const { labelOf, errorOf, onChange } = rest
  return (
    <>
      <p className="text-sm text-muted">{note}</p>
      {fields.map(({ name, isLong, isOptional, hint }) => (
        <div key={name} className="grid items-start gap-5 md:grid-cols-2">
          {locales.map((locale) => {
            const path = `texts.${locale}.${name}`
            const value = texts[locale]?.[name] ?? ''
            const type = (typed: string) => {
              const changes = { [name]: isOptional && typed === '' ? null : typed } as Partial<One>
              onChange(withText(texts, locale, blank, changes))
            }
            const labelled = {
              label: labelOf(path),
              lang: locale,
              value: typeof value === 'string' ? value : '',
              error: errorOf(path) ?? (name === fields[0]?.name ? errorOf(`texts.${locale}`) : undefined),
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
    </>
  )
}
