import { Check } from 'lucide-react'
import { useTranslate } from './messages.ts'

const models = ['GPT', 'Claude', 'Gemini', 'Llama', 'Mistral', 'DeepSeek', 'Qwen', 'Grok']

function Models() {
  const t = useTranslate()
  return (
    <div className="mt-10 border-y border-line py-8">
      <h3 className="text-sm font-semibold text-muted">{t('solution.models_title')}</h3>
      <ul className="mt-4 flex flex-wrap gap-x-8 gap-y-3 font-heading text-2xl font-semibold sm:text-3xl lg:justify-between">
        {models.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{t('solution.models_note')}</p>
    </div>
  )
}

export function Solution() {
  const t = useTranslate()
  return (
    <section className="border-y border-line bg-surface py-16 md:py-24">
      <div className="frame">
        <h2 className="text-3xl font-bold sm:text-4xl">{t('solution.title')}</h2>
        <p className="mt-4 max-w-prose text-lg text-pretty text-muted">{t('solution.text')}</p>
        <Models />
        <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {t('solution.features').map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
              <div>
                <h3 className="text-lg font-bold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
