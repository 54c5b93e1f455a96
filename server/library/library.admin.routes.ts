import type { z } from 'zod'
import {
  AdminCategory,
  AdminGroup,
  AdminModel,
  AdminParams,
  AdminPrompt,
  AdminTag,
  AdminUseCase,
  SortByName,
  CategoryChanges,
  CategoryPreview,
  CategoryRowPage,
  CategoryRowQuery,
  GroupChanges,
  GroupRowPage,
  ModelChanges,
  ModelRowPage,
  NameListQuery,
  NewCategory,
  NewGroup,
  NewModel,
  ItemMove,
  NewPrompt,
  NewTag,
  NewUseCase,
  MovedItem,
  PreviewQuery,
  PromptChanges,
  PromptPreviewForTier,
  PromptRowPage,
  PromptRowQuery,
  TagChanges,
  TagRowPage,
  UseCaseChanges,
  UseCasePreview,
  UseCaseRowPage,
  UseCaseRowQuery,
} from '#shared/admin/library.ts'
import {
  AdminPipeline,
  NewPipeline,
  PipelineChanges,
  PipelinePreview,
  PipelineRowPage,
  PipelineRowQuery,
} from '#shared/admin/pipelines.ts'
import { AdminPromptSet, NewPromptSet, PromptSetChanges, AdminPromptSetRowPage } from '#shared/admin/sets.ts'
import { CountChanged, DryRunQuery, maxBulk, PromptBulk, PromptBulkResult } from '#shared/admin/library-bulk.ts'
import type { LibraryNoun, OrderedNoun } from '#shared/admin/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { BadRequest } from '#shared/problem.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { changePrompts } from './bulk-prompts.ts'
import { addCategory, editableCategories, changeCategory, removeCategory } from './edit-categories.ts'
import {
  listCategoryRows,
  listGroups,
  listModels,
  listPipelineRows,
  listSetRows,
  listTags,
  listUseCaseRows,
} from './edit-lists.ts'
import { addPipeline, changePipeline, editablePipelines, removePipeline } from './edit-pipelines.ts'
import { addPrompt, changePrompt, editablePrompts, removePrompt } from './edit-prompts.ts'
import { addSet, changeSet, removeSet, editableSets } from './edit-sets.ts'
import * as taxonomy from './edit-taxonomy.ts'
import { libraryItemRoutes } from './items.admin.routes.ts'
import { addUseCase, changeUseCase, removeUseCase, editableUseCases } from './edit-use-cases.ts'
import { moveLibraryItem, sortByName } from './item-order.ts'
import { previewCategory, previewPipeline, previewPrompt, previewUseCase } from './preview.ts'
import { listPromptRows } from './prompt-rows.ts'

const moveRoute = (noun: OrderedNoun, kind: 'category' | 'use_case' | 'pipeline' | 'prompt_set') =>
  route('POST', `/${noun}/:id/move/`, {
    summary: 'Moves it before another of its list, or to the end',
    auth: 'library.write',
    params: AdminParams,
    body: ItemMove,
    answers: { 200: MovedItem },
    handler: ({ viewer, params, body }) => moveLibraryItem(kind, viewer, params.id, body),
  })

const inOrderOfNames = {
  summary: 'Puts a list back in the order of its names',
  auth: 'library.write',
  answers: noContent,
} as const

type PreviewOptions = { id: number; tier: number; locale: Locale }
const previewRoute = <Item extends object>(
  noun: LibraryNoun,
  item: z.core.$ZodType<Item>,
  preview: (options: PreviewOptions) => Promise<Item>,
) =>
  route('GET', `/${noun}/:id/preview/`, {
    summary: 'What a member of a tier gets of it',
    auth: 'library.read',
    params: AdminParams,
    querystring: PreviewQuery,
    answers: { 200: item },
    handler: ({ params: { id }, query: { tier }, locale }) => preview({ id, tier, locale }),
  })

export const adminLibraryRoutes = routePlugin([
  ...libraryItemRoutes('groups', {
    nouns: ['a functional group', 'functional groups by name'],
    schemas: { item: AdminGroup, state: NewGroup, changes: GroupChanges, list: GroupRowPage },
    listQuery: NameListQuery,
    editable: taxonomy.groups,
    list: listGroups,
    add: taxonomy.addGroup,
    change: taxonomy.changeGroup,
    remove: taxonomy.removeGroup,
  }),
  ...libraryItemRoutes('models', {
    nouns: ['a model', 'models by name'],
    schemas: { item: AdminModel, state: NewModel, changes: ModelChanges, list: ModelRowPage },
    listQuery: NameListQuery,
    editable: taxonomy.editableModels,
    list: listModels,
    add: taxonomy.addModel,
    change: taxonomy.changeModel,
    remove: taxonomy.removeModel,
  }),
  ...libraryItemRoutes('tags', {
    nouns: ['a tag', 'tags by name'],
    schemas: { item: AdminTag, state: NewTag, changes: TagChanges, list: TagRowPage },
    listQuery: NameListQuery,
    editable: taxonomy.editableTags,
    list: listTags,
    add: taxonomy.addTag,
    change: taxonomy.changeTag,
    remove: taxonomy.removeTag,
  }),
  ...libraryItemRoutes('categories', {
    nouns: ['a category', 'categories in their order'],
    schemas: {
      item: AdminCategory,
      state: NewCategory,
      changes: CategoryChanges,
      list: CategoryRowPage,
    },
    listQuery: CategoryRowQuery,
    editable: editableCategories,
    list: listCategoryRows,
    add: addCategory,
    change: changeCategory,
    remove: removeCategory,
  }),
  ...libraryItemRoutes('use-cases', {
    nouns: ['a use case', 'use cases: of a category in their order, else by name'],
    schemas: {
      item: AdminUseCase,
      state: NewUseCase,
      changes: UseCaseChanges,
      list: UseCaseRowPage,
    },
    listQuery: UseCaseRowQuery,
    editable: editableUseCases,
    list: listUseCaseRows,
    add: addUseCase,
    change: changeUseCase,
    remove: removeUseCase,
  }),
  ...libraryItemRoutes('prompts', {
    nouns: ['a prompt', 'prompts, the latest added first'],
    schemas: {
      item: AdminPrompt,
      state: NewPrompt,
      changes: PromptChanges,
      list: PromptRowPage,
    },
    listQuery: PromptRowQuery,
    editable: editablePrompts,
    list: listPromptRows,
    add: addPrompt,
    change: changePrompt,
    remove: removePrompt,
  }),
  ...libraryItemRoutes('pipelines', {
    nouns: ['a pipeline', 'pipelines in their order'],
    schemas: {
      item: AdminPipeline,
      state: NewPipeline,
      changes: PipelineChanges,
      list: PipelineRowPage,
    },
    listQuery: PipelineRowQuery,
    editable: editablePipelines,
    list: listPipelineRows,
    add: addPipeline,
    change: changePipeline,
    remove: removePipeline,
    removal: {},
  }),
  ...libraryItemRoutes('sets', {
    nouns: ['a set of prompts to start with', 'sets in their order'],
    schemas: {
      item: AdminPromptSet,
      state: NewPromptSet,
      changes: PromptSetChanges,
      list: AdminPromptSetRowPage,
    },
    listQuery: NameListQuery,
    editable: editableSets,
    list: listSetRows,
    add: addSet,
    change: changeSet,
    remove: removeSet,
    removal: {},
  }),
  route('POST', '/prompts/bulk/', {
    summary: 'Changes tier, tags, use case or archive of many prompts at once, or says how many it would change',
    auth: 'library.write',
    config: { maxJsonValues: 2 * maxBulk },
    querystring: DryRunQuery,
    body: PromptBulk,
    answers: { 200: PromptBulkResult, 409: CountChanged },
    handler: ({ viewer: editor, query, body }) => changePrompts({ ...body, dry_run: query.dry_run === '1', editor }),
  }),
  moveRoute('categories', 'category'),
  moveRoute('use-cases', 'use_case'),
  moveRoute('pipelines', 'pipeline'),
  moveRoute('sets', 'prompt_set'),
  route('POST', '/categories/by-name/', {
    ...inOrderOfNames,
    answers: { ...noContent, 400: BadRequest },
    handler: ({ viewer }) => sortByName('category', viewer, null),
  }),
  route('POST', '/use-cases/by-name/', {
    ...inOrderOfNames,
    body: SortByName,
    handler: ({ viewer, body }) => sortByName('use_case', viewer, body.category_id),
  }),
  previewRoute('categories', CategoryPreview, previewCategory),
  previewRoute('use-cases', UseCasePreview, previewUseCase),
  previewRoute('prompts', PromptPreviewForTier, previewPrompt),
  previewRoute('pipelines', PipelinePreview, previewPipeline),
])
