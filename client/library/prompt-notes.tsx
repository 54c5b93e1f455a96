import type { ReactNode } from 'react'
import type { Prompt } from '#shared/library/schema.ts'
import { useDayFormat } from '../app/format/dates.ts'
import type { Blanks } from './blanks.ts'
import { useTranslate } from './messages.ts'
import { ExampleText } from './example-text.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  )
}

function Lines({ title, text, empty }: { title: string; text: string; empty: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <Part title={title}>
      {lines.length === 0 ? (
        <p className="mt-2 text-muted">{empty}</p>
      ) : (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Models({ prompt: { models, test_records = [] } }: { prompt: Prompt }) {
  const t = useTranslate()
  const dayFormat = useDayFormat()
  return (
    <>
      {test_records.length > 0 && (
        <Part title={t('prompt.tested_on')}>
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {test_records.map(({ model, version, tested_on, tested_by }) => (
              <li key={`${model} ${version} ${tested_on} ${tested_by}`} dir="auto">
                {model} {version}, {dayFormat(tested_on)} <span className="text-muted">({tested_by})</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(models.length > 0 || test_records.length === 0) && (
        <Part title={t('prompt.written_for')}>
          {models.length === 0 ? (
            <p className="mt-2 text-muted">{t('prompt.no_models')}</p>
          ) : (
            <ul className="mt-2 flex flex-wrap gap-2">
              {models.map(({ id, name }) => (
                <li key={id} className="chip" dir="auto">
                  {name}
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
    </>
  )
}

function Example({ prompt, blanks }: PromptNotesProps) {
  const t = useTranslate()
  const { example, example_values: values = {}, labels, content_locale } = prompt
  const filledIn = blanks.template.fields.flatMap(({ name }) =>
    Object.hasOwn(values, name) ? [{ name, label: labels[name] ?? name, value: values[name] ?? '' }] : [],
  )
  const fill = () => {
    blanks.fill(values)
    document.querySelector('.prompt-text')?.parentElement?.scrollIntoView()
  }
  return (
    <Part title={t('prompt.example')}>
      {filledIn.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold">{t('prompt.filled_in')}</h3>
          <dl lang={content_locale} className="card mt-2 grid gap-3 wrap-anywhere">
            {filledIn.map(({ name, label, value }) => (
              <div key={name}>
                <dt className="text-sm text-muted" dir="auto">
                  {label}
                </dt>
                <dd className="whitespace-pre-wrap" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <p className="needs-script screen-only mt-2">
            <button type="button" className="button button-quiet" onClick={fill}>
              {t('prompt.fill_with_example')}
            </button>
          </p>
          <h3 className="mt-4 font-semibold">{t('prompt.came_back')}</h3>
        </>
      )}
      <div dir="auto" lang={content_locale} className="prose card mt-2 text-base">
        <ExampleText example={example} />
      </div>
    </Part>
  )
}

type PromptNotesProps = { prompt: Prompt; blanks: Blanks }

export function PromptNotes({ prompt, blanks }: PromptNotesProps) {
  const t = useTranslate()
  return (
    <>
      <Models prompt={prompt} />
      <Lines title={t('prompt.how_to_use')} text={prompt.how_to_use} empty={t('prompt.no_how_to_use')} />
      <Lines title={t('prompt.known_issues')} text={prompt.known_issues} empty={t('prompt.no_known_issues')} />
      {prompt.example && <Example prompt={prompt} blanks={blanks} />}
    </>
  )
}
