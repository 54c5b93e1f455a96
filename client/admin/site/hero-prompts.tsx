import { maxHeroPrompts } from '#shared/site/landing-fields.ts'
import type { AdminLandingSection } from '#shared/site/landing.ts'
import { EntityFields } from '../entity-fields.tsx'
import { PromptSearch, usePromptTitles } from '../prompt-search.tsx'
import { useTranslate } from './messages.ts'

type Prompts = AdminLandingSection['prompts']
type HeroPromptsProps = {
  prompts: Prompts
  labelOf: (path: string) => string
  errorOf: (path: string) => string | undefined
  onChange: (prompts: Prompts) => void
}

function HeroPrompt({ position, prompts, labelOf, errorOf, onChange }: HeroPromptsProps & { position: number }) {
  const t = useTranslate()
  const prompt = prompts[position] ?? { id: 0, tasks: { en: '', es: null } }
  const title = usePromptTitles([prompt.id])(prompt.id)
  const wrong = errorOf(`prompts.${position}.id`)
  return (
    <fieldset className="card grid gap-4 p-4">
      <legend className="sr-only">{title}</legend>
      <p dir="auto" className="font-semibold wrap-anywhere">
        {title}
      </p>
      {wrong && <p className="text-sm text-danger">{wrong}</p>}
      <EntityFields
        fields={[
          {
            path: 'tasks.*',
            kind: 'line',
            label: labelOf('tasks'),
            hint: t('landing.prompts.task_hint', { blank: '{topic}' }),
          },
        ]}
        isSpanishOptional
        draft={prompt}
        set={(changes) => onChange(prompts.with(position, { ...prompt, ...changes }))}
        errorOf={(path) => errorOf(`prompts.${position}.${path}`)}
      />
      <button
        type="button"
        className="button button-quiet w-fit"
        aria-label={t('landing.prompts.take_out', { name: title })}
        onClick={() => onChange(prompts.toSpliced(position, 1))}
      >
        {t('links.remove_short')}
      </button>
    </fieldset>
  )
}

/** Editor of the prompts in the hero. Each has a task, which is typed before the prompt. */
export function HeroPrompts(props: HeroPromptsProps) {
  const t = useTranslate()
  const { prompts, labelOf, errorOf, onChange } = props
  const ids = prompts.map(({ id }) => id)
  return (
    <section aria-label={labelOf('prompts')} className="grid gap-5">
      <h3 className="text-xl font-bold">{labelOf('prompts')}</h3>
      <p className="text-sm text-muted">{t('landing.prompts.note')}</p>
      {errorOf('prompts') && <p className="text-sm text-danger">{errorOf('prompts')}</p>}
      {ids.map((id, position) => (
        <HeroPrompt key={id} position={position} {...props} />
      ))}
      {prompts.length < maxHeroPrompts && (
        <PromptSearch
          tier="0"
          chosen={ids}
          onChoose={(id) => onChange([...prompts, { id, tasks: { en: '', es: null } }])}
        />
      )}
    </section>
  )
}
