import type { PromptPreview } from '#shared/library/schema.ts'
import { useLocale } from '../app/i18n.tsx'
import { ExampleText } from './example-text.tsx'
import { useTranslate } from './messages.ts'

type PreviewProps = { preview: PromptPreview }

/** Shape of a locked text: its blanks between lines that stand for the words. */
export function ClosedText({ preview: { inputs } }: PreviewProps) {
  const t = useTranslate()
  return (
    <section className="closed-text" aria-label={t('prompt.text')}>
      <ul aria-label={t('locked.blanks')}>
        {inputs.map((label) => (
          <li key={label}>
            <bdi className="blank">{label}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** First lines of the example, and what the plan opens. */
export function LockedSide({ preview }: PreviewProps) {
  const t = useTranslate()
  const list = new Intl.ListFormat(useLocale())
  const { example_lines = [], inputs, models } = preview
  return (
    <>
      {example_lines.length > 0 && (
        <section className="prompt-example is-cut">
          <h2>{t('prompt.example')}</h2>
          <div dir="auto" lang={preview.content_locale} className="prose">
            <ExampleText example={example_lines.join('\n')} />
          </div>
        </section>
      )}
      <section className="prompt-gain">
        <h2>{t('locked.gain')}</h2>
        <ul>
          <li>{t('prompt.words', { count: preview.word_count })}</li>
          {inputs.length > 0 && <li>{t('locked.blank_count', { count: inputs.length })}</li>}
          {models.length > 0 && (
            <li>
              {t('prompt.written_for')} {list.format(models.map(({ name }) => name))}
            </li>
          )}
          <li>{t('locked.notes')}</li>
        </ul>
      </section>
    </>
  )
}
