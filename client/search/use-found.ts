import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileText, Workflow } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FoundPromptPage } from '#shared/library/schema.ts'
import type { PromptCard, UseCase } from '#shared/library/schema.ts'
import type { PipelineCard } from '#shared/library/pipelines.ts'
import { paths } from '#shared/paths.ts'
import { pagesQuery } from '../app/api.ts'
import { readStorage, writeStorage } from '../app/storage.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { findPipelines } from './find-pipelines.ts'
import { findTitles } from './find-titles.ts'
import { useTranslate } from './messages.ts'
import type { SearchOption, OptionGroup } from './option-list.tsx'
import { pipelineListQuery } from './pipelines.queries.ts'
import { titlesQuery } from './titles.queries.ts'
import { useActions } from './use-actions.ts'

const promptSearchQuery = (q: string) =>
  infiniteQueryOptions({
    ...pagesQuery(paths.api.promptSearch({ q }), import.meta.env.DEV && FoundPromptPage),
    placeholderData: keepPreviousData,
  })

const maxPipelines = 3
const maxTitles = 8

type FoundPrompt = PromptCard & { use_case: Pick<UseCase, 'slug' | 'title'> }
type ListedPrompt = Pick<FoundPrompt, 'slug' | 'title' | 'required_tier'> & { short_description?: string | undefined }

const promptOption = (item: ListedPrompt, found?: FoundPrompt): SearchOption => ({
  key: item.slug,
  Icon: FileText,
  title: item.title,
  description: found?.short_description ?? item.short_description,
  context: found?.use_case.title,
  markedSlug: found?.slug,
  item,
  to: paths.prompt(item.slug),
})

const pipelineOption = (item: PipelineCard, context: string): SearchOption => ({
  key: `pipeline ${item.slug}`,
  Icon: Workflow,
  title: item.title,
  description: item.short_description,
  context,
  item,
  to: paths.pipeline(item.slug),
})

/** Titles and pipelines are found in the browser with each key. The server's search of the texts follows. */
function usePrompts(typed: string) {
  const query = useDebounced(typed)
  const isTyped = typed !== ''
  const answer = useInfiniteQuery({ ...promptSearchQuery(query), enabled: query !== '' && isTyped })
  const titles = useQuery({ ...titlesQuery, retry: false })
  const pipelines = useQuery({ ...pipelineListQuery, enabled: isTyped, retry: false })
  const listed = findTitles(titles.data?.results ?? [], typed, maxTitles)
  const found = new Map(
    (isTyped ? (answer.data?.pages ?? []) : []).flatMap(({ results }) => results.map((item) => [item.slug, item])),
  )
  const slugs = new Set(listed.map(({ slug }) => slug))
  return {
    answer,
    listed: listed.map((item) => promptOption(item, found.get(item.slug))),
    pipelines: isTyped ? findPipelines(pipelines.data?.results ?? [], typed).slice(0, maxPipelines) : [],
    others: [...found.values()].filter(({ slug }) => !slugs.has(slug)).map((item) => promptOption(item, item)),
    isOld: answer.isPlaceholderData || typed !== query,
    isBusy: isTyped && (answer.isFetching || titles.isLoading || pipelines.isLoading || typed !== query),
  }
}

/** Groups of the dialog for the typed words: actions, pipelines, prompts by title, then those found by their texts. */
export function useFound() {
  const t = useTranslate()
  const [typed, setTyped] = useState(() => readStorage('search') ?? '')
  useEffect(() => writeStorage('search', typed), [typed])
  const q = typed.trim()
  const { answer, listed, pipelines, others, isOld, isBusy } = usePrompts(q)
  const groups: OptionGroup[] = [
    ...useActions(q).map(({ name, actions }) => ({ name, label: t(`search.groups.${name}`), options: actions })),
    {
      name: 'pipelines',
      label: t('search.groups.pipelines'),
      options: pipelines.map((item) => pipelineOption(item, t('search.pipeline', { count: item.prompts.length }))),
    },
    { name: 'prompts', label: t('search.groups.prompts'), options: listed },
    { name: 'texts', label: t(`search.groups.${listed.length > 0 ? 'texts' : 'prompts'}`), options: others, isOld },
  ]
  return { typed, setTyped, q, groups: groups.filter(({ options }) => options.length > 0), answer, isOld, isBusy }
}
export type Found = ReturnType<typeof useFound>
