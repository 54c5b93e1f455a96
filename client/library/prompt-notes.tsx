import type { Prompt } from '#shared/library.ts'
import { useTranslate } from './messages.ts'

function Lines({ title, text, empty }: { title: string; text: string; empty: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <section className="mt-8">
      <h2 className="text-xl font-bold">{title}</h2>
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
    </section>
  )
}

export function PromptNotes({ prompt }: { prompt: Prompt }) {
  const t = useTranslate()
  return (
    <>
      <section className="mt-8">
        <h2 className="text-xl font-bold">{t('prompt.tested_on')}</h2>
        {prompt.models.length === 0 ? (
          <p className="mt-2 text-muted">{t('prompt.no_models')}</p>
        ) : (
          <ul className="mt-2 flex flex-wrap gap-2">
            {prompt.models.map(({ id, name }) => (
              <li key={id} className="chip" dir="auto">
                {name}
              </li>
            ))}
          </ul>
        )}
      </section>
      <Lines title={t('prompt.how_to_use')} text={prompt.how_to_use} empty={t('prompt.no_how_to_use')} />
      <Lines title={t('prompt.known_issues')} text={prompt.known_issues} empty={t('prompt.no_known_issues')} />
      {prompt.example && (
        <section className="mt-8">
          <h2 className="text-xl font-bold">{t('prompt.example')}</h2>
          <div
            dir="auto"
            lang={prompt.content_locale}
            className="card mt-3 leading-7 wrap-anywhere whitespace-pre-wrap"
          >
            {prompt.example}
          </div>
        </section>
      )}
    </>
  )
}
