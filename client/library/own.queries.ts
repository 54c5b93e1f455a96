import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CollectionList, SharedCollection } from '#shared/collections.ts'
import { ListedPromptPage, SavedCategory } from '#shared/marks.ts'
import type { ListedPrompt } from '#shared/marks.ts'
import { paths } from '#shared/paths.ts'
import { getFrom } from '../api.ts'

type ListPage = { results: ListedPrompt[]; next: string | null }

/** A list of one's own, page after page, each by the path that the one before names. */
const listQuery = <Page extends ListPage>(queryKey: string[], path: string, schema: z.ZodMiniType<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, schema, signal),
    initialPageParam: path,
    getNextPageParam: (page: Page) => page.next,
  })

export const savedPromptsQuery = (category: string | undefined) =>
  listQuery(['saved', 'prompts', category ?? ''], paths.api.savedPrompts({ category }), ListedPromptPage)
export const savedCategoriesQuery = queryOptions({
  queryKey: ['saved', 'categories'],
  queryFn: ({ client, signal }) => getFrom(client, paths.api.savedCategories, z.array(SavedCategory), signal),
})

/** One's collections; where a prompt is named, each says whether it holds it. */
export const collectionsQuery = (prompt?: string) =>
  queryOptions({
    queryKey: ['collections', 'all', prompt ?? ''],
    queryFn: ({ client, signal }) =>
      getFrom(client, paths.api.collections(prompt ? { prompt } : {}), CollectionList, signal),
  })
export const collectedQuery = (id: number) =>
  listQuery(['collections', 'prompts', String(id)], paths.api.collectionPrompts(id), ListedPromptPage)
/** A collection as whoever has its link sees it. */
export const sharedCollectionQuery = (key: string) =>
  listQuery([paths.api.sharedCollection(key)], paths.api.sharedCollection(key), SharedCollection)
