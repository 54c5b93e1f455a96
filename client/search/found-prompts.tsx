import { useTranslate } from './messages.ts'
import { isLocked } from '#shared/library/schema.ts'
import type { PromptCard, UseCase } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import type { PipelineCard } from '#shared/library/pipelines.ts'
import { LockIcon } from '../ui/lock.tsx'
import { Highlight } from '../ui/highlight.tsx'
import type { useCombobox } from '../ui/use-combobox.ts'
import { useViewer } from '../app/session/viewer.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { FoundPipelines } from './found-pipelines.tsx'
import { searchWordsPattern } from './highlight-pattern.ts'

type FoundPrompt = PromptCard & { use_case: Pick<UseCase, 'slug' | 'title'> }
type FoundPromptsProps = {
  prompts: FoundPrompt[]
  pipelines: PipelineCard[]
  /** True while the results are still those of the earlier words. */
  isOld: boolean
  query: string
  box: ReturnType<typeof useCombobox>
  onOpened: () => void
  fetchMore?: () => void
}

type FoundProps = {
  onOpened: () => void
  prompt: FoundPrompt
  pattern: RegExp | null
  option: ReturnType<FoundPromptsProps['box']['optionProps']>
}

function FoundPromptOption({ prompt, pattern, option, onOpened }: FoundProps) {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <ItemLink
      item={prompt}
      to={paths.prompt(prompt.slug)}
      className="menu-item justify-between py-2.5"
      {...option}
      onOpened={onOpened}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold" dir="auto">
          <Highlight text={prompt.title} pattern={pattern} />
        </span>
        <span className="line-clamp-2 text-sm" dir="auto">
          <Highlight text={prompt.short_description} pattern={pattern} />
        </span>
        <span className="flex items-center gap-2 text-sm text-muted">
          <span className="min-w-0" dir="auto">
            {prompt.use_case.title}
          </span>
          <MyPromptMark slug={prompt.slug} />
        </span>
      </span>
      {isLocked(prompt, viewer.tier) && <LockIcon label={t('common.locked')} />}
    </ItemLink>
  )
}

export function FoundPrompts({ prompts, pipelines, isOld, query, box, onOpened, fetchMore }: FoundPromptsProps) {
  const t = useTranslate()
  const pattern = searchWordsPattern(query)
  if (prompts.length + pipelines.length === 0)
    return isOld ? null : (
      <p className="p-5">
        {t('common.nothing_found')} <span className="block text-muted">{t('search.nothing_found_hint')}</span>
      </p>
    )
  return (
    <div className={`min-h-0 overflow-y-auto p-2 ${isOld ? 'opacity-60' : ''}`}>
      <ul {...box.listProps} aria-label={t('search.results')}>
        <FoundPipelines pipelines={pipelines} query={query} box={box} onOpened={onOpened} />
        {prompts.map((prompt, index) => (
          <li key={prompt.id} role="presentation">
            <FoundPromptOption
              prompt={prompt}
              pattern={pattern}
              option={box.optionProps(pipelines.length + index)}
              onOpened={onOpened}
            />
          </li>
        ))}
      </ul>
      {fetchMore && (
        <p className="p-2 text-center">
          <button type="button" className="button button-quiet" onClick={fetchMore}>
            {t('search.more')}
          </button>
        </p>
      )}
    </div>
  )
}
