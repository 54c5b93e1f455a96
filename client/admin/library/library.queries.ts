import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  AdminCategory,
  AdminGroup,
  AdminModel,
  AdminPrompt,
  AdminTag,
  AdminUseCase,
  CategoryPreview,
  CategoryRowPage,
  GroupRowPage,
  ModelRowPage,
  PromptPreviewForTier,
  PromptRowPage,
  TagRowPage,
  UseCasePreview,
  UseCaseRowPage,
} from '#shared/admin/library.ts'
import { AdminPipeline, PipelinePreview, PipelineRowPage } from '#shared/admin/pipelines.ts'
import { AdminPromptSet, AdminPromptSetRowPage } from '#shared/admin/sets.ts'
import type { PipelineRow } from '#shared/admin/pipelines.ts'
import type { AdminCategoryRow, GroupRow, PromptRow, AdminUseCaseRow } from '#shared/admin/library.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import { PromptBulkResult } from '#shared/admin/library-bulk.ts'
import type { PromptBulk } from '#shared/admin/library-bulk.ts'
import { ImportRun, ImportRuns } from '#shared/admin/import.ts'
import { fieldProblemsOf } from '../../app/form.tsx'
import { apiQuery, getJson, send } from '../../app/api.ts'
import type { Decoder } from '../../app/api.ts'
import { itemWithEtagQuery } from '../item-with-etag.ts'

export type LibraryItems = { [Noun in LibraryNoun]: z.infer<ReturnType<typeof itemSchemas>[Noun]> }
/** Item of any kind, with the properties that only some kinds have. */
export type AnyItem = { id: number; slug: string; is_archived?: boolean; category_id?: number }
/** Row of any admin list, with the columns that only some lists have. */
type AnyRow = PromptRow & AdminUseCaseRow & AdminCategoryRow & GroupRow & PipelineRow
export type AdminItemRow = Pick<AnyRow, 'id' | 'slug' | 'name'> & Partial<Omit<AnyRow, 'id' | 'slug' | 'name'>>
type Page = { results: AdminItemRow[]; next: string | null }
export type LibraryFilters = Record<string, string | undefined>

const itemSchemas = () => ({
  prompts: AdminPrompt,
  'use-cases': AdminUseCase,
  categories: AdminCategory,
  groups: AdminGroup,
  models: AdminModel,
  tags: AdminTag,
  pipelines: AdminPipeline,
  sets: AdminPromptSet,
})
const pageSchemas = () => ({
  prompts: PromptRowPage,
  'use-cases': UseCaseRowPage,
  categories: CategoryRowPage,
  groups: GroupRowPage,
  models: ModelRowPage,
  tags: TagRowPage,
  pipelines: PipelineRowPage,
  sets: AdminPromptSetRowPage,
})
export const itemSchemaOf = <Noun extends LibraryNoun>(noun: Noun) =>
  (import.meta.env.DEV && itemSchemas()[noun]) as unknown as Decoder<z.ZodMiniType<LibraryItems[Noun]>>
const pageSchemaOf = (noun: LibraryNoun) =>
  (import.meta.env.DEV && pageSchemas()[noun]) as unknown as Decoder<z.ZodMiniType<Page>>

/** Prefix of all query keys of the library's admin lists, which are invalidated together. */
export const libraryKey = ['admin', 'library'] as const
export const invalidateLibraryLists = (client: QueryClient) => void client.invalidateQueries({ queryKey: libraryKey })

export const itemQuery = <Noun extends LibraryNoun>(noun: Noun, id: number | string) =>
  itemWithEtagQuery(adminPaths.api.libraryItem(noun, id), itemSchemaOf(noun))

export const rowsQuery = (noun: LibraryNoun, filters: LibraryFilters) =>
  infiniteQueryOptions({
    queryKey: [...libraryKey, noun, filters],
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, pageSchemaOf(noun), signal),
    initialPageParam: adminPaths.api.library(noun, filters),
    getNextPageParam: (page: Page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const allRowsQuery = (noun: LibraryNoun, filters: LibraryFilters = {}) =>
  queryOptions({
    queryKey: [...libraryKey, noun, 'all', filters],
    queryFn: async ({ client, signal }) => {
      const rows: AdminItemRow[] = []
      let next: string | null = adminPaths.api.library(noun, { ...filters, limit: 50 })
      while (next !== null) {
        // oxlint-disable-next-line no-await-in-loop -- each page names the next one
        const page: Page = await getJson(client, next, pageSchemaOf(noun), signal)
        rows.push(...page.results)
        next = page.next
      }
      return rows
    },
    staleTime: 0,
  })

export type PreviewedNoun = 'prompts' | 'use-cases' | 'categories' | 'pipelines'
const previewSchemas = () => ({
  prompts: PromptPreviewForTier,
  'use-cases': UseCasePreview,
  categories: CategoryPreview,
  pipelines: PipelinePreview,
})
export type ItemPreviewData = PromptPreviewForTier | UseCasePreview | CategoryPreview | PipelinePreview
export const itemPreviewQuery = (noun: PreviewedNoun, id: number, tier: number) =>
  queryOptions({
    queryKey: [...libraryKey, 'preview', noun, id, tier],
    queryFn: ({ client, signal }) =>
      getJson(
        client,
        adminPaths.api.libraryPreview(noun, id, tier),
        (import.meta.env.DEV && previewSchemas()[noun]) as unknown as Decoder<z.ZodMiniType<ItemPreviewData>>,
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
  })

export const changePrompts = (client: QueryClient, body: PromptBulk, isTrial: boolean) =>
  send(client, 'POST', adminPaths.api.promptBulk(isTrial ? { dry_run: '1' } : {}), {
    body,
    schema: import.meta.env.DEV && PromptBulkResult,
  })

const isUnfinished = ({ state }: ImportRun) => ['waiting', 'running'].includes(state)

/** Polls every second while an import runs. */
export const importsQuery = {
  ...apiQuery(adminPaths.api.libraryImport(), import.meta.env.DEV && ImportRuns),
  queryKey: [...libraryKey, 'imports'],
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: ImportRuns | undefined } }) =>
    state.data?.results.some(isUnfinished) ? 1_000 : false,
}

/** Polls every second while the import runs. */
export const importQuery = (id: string) => ({
  ...apiQuery(adminPaths.api.libraryImportRun(id), import.meta.env.DEV && ImportRun),
  queryKey: [...libraryKey, 'import', id],
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: ImportRun | undefined } }) =>
    state.data && isUnfinished(state.data) ? 1_000 : false,
})

/** Number of prompts that a filter matches; Infinity above the limit of a bulk change. */
export const promptCountQuery = (filter: Record<string, string>) =>
  queryOptions({
    queryKey: [...libraryKey, 'count', filter],
    queryFn: async ({ client }) => {
      const body = { selection: { filter: { q: '', ...filter }, expected_count: null }, change: { is_archived: true } }
      try {
        return (await changePrompts(client, body, true)).selected
      } catch (error) {
        if ('selection' in fieldProblemsOf(error)) return Infinity
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
  })
