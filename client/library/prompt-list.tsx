import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { UseCase } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { PagedList } from '../app/lists/paged-list.tsx'
import { isNarrowed, noFilters } from './prompt-filters.tsx'
import type { PromptFilterState } from './prompt-filters.tsx'
import { promptListQuery } from './library.queries.ts'
import { useTranslate } from './messages.ts'
import { PromptCard } from './prompt-card.tsx'

function NoPrompts({ filtering: { filters, choose } }: { filtering: PromptFilterState }) {
  const t = useTranslate()
  if (!isNarrowed(filters))
    return (
      <output className="mt-6 block text-muted">
        {t(filters.free ? 'use_case.no_free_prompts' : 'use_case.no_prompts')}
      </output>
    )
  return (
    <div className="mt-6">
      <output className="block text-muted">{t('common.nothing_found')}</output>
      <button type="button" className="button button-quiet needs-script mt-4" onClick={() => choose(noFilters)}>
        {t('use_case.clear')}
      </button>
    </div>
  )
}

export function PromptList({ useCase, filtering }: { useCase: UseCase; filtering: PromptFilterState }) {
  const t = useTranslate()
  return (
    <PagedList
      query={useSuspenseInfiniteQuery(promptListQuery(useCase.slug, filtering.filters))}
      filters={filtering.filters}
      addressOf={(filters) => paths.libraryUseCase(useCase.slug, filters)}
      renderItem={(prompt) => <PromptCard key={prompt.id} prompt={prompt} topic={useCase.category.functional} />}
      empty={<NoPrompts filtering={filtering} />}
      end={t('use_case.no_more')}
      loaded={(count) => t('use_case.loaded', { count })}
      className="rows mt-2"
      isPending={filtering.isPending}
    />
  )
}
