import type { ReactNode } from 'react'
import type { Prompt } from '#shared/library/schema.ts'
import { useDayFormat } from '../app/format/dates.ts'
import { useTranslate } from './messages.ts'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Lines({ title, text, empty }: { title: string; text: string; empty: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <Part title={title}>
      {lines.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul className="note-lines">
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
          <ul className="note-lines">
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
            <p className="text-muted">{t('prompt.no_models')}</p>
          ) : (
            <ul className="inline-list">
              {models.map(({ id, name }) => (
                <li key={id} dir="auto">
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

export function PromptNotes({ prompt }: { prompt: Prompt }) {
  const t = useTranslate()
  return (
    <div className="prompt-notes">
      <Models prompt={prompt} />
      <Lines title={t('prompt.how_to_use')} text={prompt.how_to_use} empty={t('prompt.no_how_to_use')} />
      <Lines title={t('prompt.known_issues')} text={prompt.known_issues} empty={t('prompt.no_known_issues')} />
    </div>
  )
}
