import type { Prompt } from '#shared/library/schema.ts'
import type { Blanks } from './blanks.ts'
import { ExampleText } from './example-text.tsx'
import { useTranslate } from './messages.ts'

/** Answer of the example, beside the prompt on wide screens, and the values that it was made with. */
export function PromptExample({ prompt, blanks }: { prompt: Prompt; blanks: Blanks }) {
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
    <section className="prompt-example">
      <h2>{t('prompt.example')}</h2>
      {filledIn.length > 0 && (
        <>
          <details>
            <summary>{t('prompt.filled_in')}</summary>
            <dl lang={content_locale}>
              {filledIn.map(({ name, label, value }) => (
                <div key={name}>
                  <dt dir="auto">{label}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ))}
            </dl>
          </details>
          <p className="text-muted">{t('prompt.came_back')}</p>
        </>
      )}
      <div dir="auto" lang={content_locale} className="prose">
        <ExampleText example={example} />
      </div>
      {filledIn.length > 0 && (
        <button type="button" className="button button-quiet needs-script screen-only" onClick={fill}>
          {t('prompt.fill_with_example')}
        </button>
      )}
    </section>
  )
}
