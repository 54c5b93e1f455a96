import { isLocked } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import type { PipelineCard } from '#shared/library/pipelines.ts'
import { LockIcon } from '../ui/lock.tsx'
import { Highlight } from '../ui/highlight.tsx'
import type { useCombobox } from '../ui/use-combobox.ts'
import { useViewer } from '../app/session/viewer.ts'
import { ItemLink } from '../dialogs/item-link.tsx'
import { searchWordsPattern } from './highlight-pattern.ts'
import { useTranslate } from './messages.ts'

type FoundPipelinesProps = {
  pipelines: PipelineCard[]
  query: string
  box: ReturnType<typeof useCombobox>
  onOpened: () => void
}

/** Options for pipelines. They come before all others, since there are at most a few. */
export function FoundPipelines({ pipelines, query, box, onOpened }: FoundPipelinesProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const pattern = searchWordsPattern(query)
  return pipelines.map((pipeline, index) => (
    <li key={pipeline.id} role="presentation">
      <ItemLink
        item={pipeline}
        to={paths.pipeline(pipeline.slug)}
        className="menu-item justify-between py-2.5"
        {...box.optionProps(index)}
        onOpened={onOpened}
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold" dir="auto">
            <Highlight text={pipeline.title} pattern={pattern} />
          </span>
          <span className="line-clamp-2 text-sm" dir="auto">
            <Highlight text={pipeline.short_description} pattern={pattern} />
          </span>
          <span className="text-sm text-muted">{t('search.pipeline', { count: pipeline.prompts.length })}</span>
        </span>
        {isLocked(pipeline, viewer.tier) && <LockIcon label={t('common.locked')} />}
      </ItemLink>
    </li>
  ))
}
