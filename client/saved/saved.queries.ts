import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CollectionList, SharedCollection } from '#shared/library/collections.ts'
import { ListedPromptPage, SavedCategory } from '#shared/library/marks.ts'
import { paths } from '#shared/paths.ts'
import { getJson, pagesQuery } from '../app/api.ts'

export const savedPromptsQuery = (category: string | undefined) =>
  pagesQuery(paths.api.savedPrompts({ category }), import.meta.env.DEV && ListedPromptPage, [
    'saved',
    'prompts',
    category ?? '',
  ])
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
  pagesQuery(paths.api.collectionPrompts(id), import.meta.env.DEV && ListedPromptPage, [
    'collections',
    'prompts',
    String(id),
  ])
export const sharedCollectionQuery = (key: string) =>
  pagesQuery(paths.api.sharedCollection(key), import.meta.env.DEV && SharedCollection)
