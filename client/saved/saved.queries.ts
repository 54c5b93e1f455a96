import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CollectionList, SharedCollection } from '#shared/library/collections.ts'
import { ListedPromptPage, SavedCategory } from '#shared/library/marks.ts'
import type { ListedPrompt } from '#shared/library/marks.ts'
import { paths } from '#shared/paths.ts'
import { getJson } from '../app/api.ts'

type ListPage = { results: ListedPrompt[]; next: string | null }

const listQuery = <Page extends ListPage>(queryKey: string[], path: string, schema: z.ZodMiniType<Page> | false) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, schema, signal),
    initialPageParam: path,
    getNextPageParam: (page: Page) => page.next,
  })

export const savedPromptsQuery = (category: string | undefined) =>
  listQuery(
    ['saved', 'prompts', category ?? ''],
    paths.api.savedPrompts({ category }),
    import.meta.env.DEV && ListedPromptPage,
  )
export const savedCategoriesQuery = queryOptions({
  queryKey: ['saved', 'categories'],
  queryFn: ({ client, signal }) =>
    getJson(client, paths.api.savedCategories, import.meta.env.DEV && z.array(SavedCategory), signal),
})

export const collectionsQuery = (prompt?: string) =>
  queryOptions({
    queryKey: ['collections', 'all', prompt ?? ''],
    queryFn: ({ client, signal }) =>
      getJson(client, paths.api.collections(prompt ? { prompt } : {}), import.meta.env.DEV && CollectionList, signal),
  })
export const collectionPromptsQuery = (id: number) =>
  listQuery(
    ['collections', 'prompts', String(id)],
    paths.api.collectionPrompts(id),
    import.meta.env.DEV && ListedPromptPage,
  )
export const sharedCollectionQuery = (key: string) =>
  listQuery([paths.api.sharedCollection(key)], paths.api.sharedCollection(key), import.meta.env.DEV && SharedCollection)
