import { useTranslate } from './messages.ts'
import type { ReactNode } from 'react'
import type { PromptCard, UseCase } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import type { PipelineCard } from '#shared/library/pipelines.ts'
import { Highlight } from '../app/lists/highlight.tsx'
import type { useCombobox } from '../ui/use-combobox.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { ItemLock } from './item-lock.tsx'
import { MyPromptMark } from '../saved/my-mark.tsx'
import { searchWordsPattern } from './highlight-pattern.ts'

type FoundPrompt = PromptCard & { use_case: Pick<UseCase, 'slug' | 'title'> }
type FoundPromptsProps = {
  prompts: FoundPrompt[]
  /** They come before the prompts, since there are at most a few. */
  pipelines: PipelineCard[]
  /** True while the results are still those of the earlier words. */
  isOld: boolean
  query: string
  box: ReturnType<typeof useCombobox>
  onOpened: () => void
  fetchMore?: () => void
}

type OptionProps = {
  item: FoundPrompt | PipelineCard
  to: string
  pattern: RegExp | null
  option: ReturnType<FoundPromptsProps['box']['optionProps']>
  onOpened: () => void
  children: ReactNode
}

function FoundOption({ item, to, pattern, option, onOpened, children }: OptionProps) {
  return (
    <li role="presentation">
      <ItemLink item={item} to={to} className="menu-item justify-between py-2.5" {...option} onOpened={onOpened}>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold" dir="auto">
            <Highlight text={item.title} pattern={pattern} />
          </span>
          <span className="line-clamp-2 text-sm" dir="auto">
            <Highlight text={item.short_description} pattern={pattern} />
          </span>
          <span className="flex items-center gap-2 text-sm text-muted">{children}</span>
        </span>
        <ItemLock item={item} />
      </ItemLink>
    </li>
  )
}

export function FoundPrompts({ prompts, pipelines, isOld, query, box, onOpened, fetchMore }: FoundPromptsProps) {
  const t = useTranslate()
  const common = { pattern: searchWordsPattern(query), onOpened }
  if (prompts.length + pipelines.length === 0)
    return isOld ? null : (
      <p className="p-5">
        {t('common.nothing_found')} <span className="block text-muted">{t('search.nothing_found_hint')}</span>
      </p>
    )
  return (
    <div className={`min-h-0 overflow-y-auto p-2 ${isOld ? 'opacity-60' : ''}`}>
      <ul {...box.listProps} aria-label={t('search.results')}>
        {pipelines.map((item, index) => (
          <FoundOption
            key={item.id}
            item={item}
            to={paths.pipeline(item.slug)}
            option={box.optionProps(index)}
            {...common}
          >
            {t('search.pipeline', { count: item.prompts.length })}
          </FoundOption>
        ))}
        {prompts.map((item, index) => (
          <FoundOption
            key={item.id}
            item={item}
            to={paths.prompt(item.slug)}
            option={box.optionProps(pipelines.length + index)}
            {...common}
          >
            <span className="min-w-0" dir="auto">
              {item.use_case.title}
            </span>
            <MyPromptMark slug={item.slug} />
          </FoundOption>
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
