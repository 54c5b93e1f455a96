import { useId } from 'react'
import { mostFields } from '#shared/placeholders.ts'
import type { Field, Template, Values } from '#shared/placeholders.ts'
import { useTranslate } from './messages.ts'

type PromptFormProps = { template: Template; values: Values; onChange: (values: Values) => void }

/** projectName and project_name are read as words. */
const inWords = (name: string) => name.replaceAll('_', ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

function PlaceField({ field, value, onType }: { field: Field; value: string; onType: (text: string) => void }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium" dir="auto">
        {inWords(field.name)}
      </label>
      <textarea
        id={id}
        rows={1}
        dir="auto"
        value={value}
        placeholder={field.fallback ?? undefined}
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        className="field block max-h-60 resize-y placeholder:text-muted"
      />
    </div>
  )
}

export function PromptForm({ template, values, onChange }: PromptFormProps) {
  const t = useTranslate()
  const id = useId()
  if (template.has_too_many)
    return <p className="mt-3 text-sm text-muted">{t('prompt.too_many', { most: mostFields })}</p>
  if (template.fields.length === 0) return null
  return (
    <section className="card needs-script mt-3" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="text-lg font-bold">
          {t('prompt.fill_in')}
        </h3>
        <button
          type="button"
          className="button button-quiet"
          disabled={Object.values(values).every((value) => value === '')}
          onClick={() => onChange({})}
        >
          {t('prompt.clear')}
        </button>
      </div>
      <p className="mt-1 text-sm text-muted">{t('prompt.fill_in_note')}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        {template.fields.map((field) => (
          <PlaceField
            key={field.name}
            field={field}
            value={Object.hasOwn(values, field.name) ? (values[field.name] ?? '') : ''}
            onType={(text) => onChange({ ...values, [field.name]: text })}
          />
        ))}
      </div>
    </section>
  )
}
