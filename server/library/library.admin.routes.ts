import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
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
} from '#shared/admin-library.ts'
import {
  AdminPipeline,
  NewPipeline,
  PipelineChanges,
  PipelinePreview,
  PipelineRowPage,
  PipelineRowQuery,
} from '#shared/admin-pipelines.ts'
import { CountChanged, DryRunQuery, maxBulk, PromptBulk, PromptBulkResult } from '#shared/library-bulk.ts'
import type { LibraryNoun, OrderedNoun } from '#shared/admin-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { changePrompts } from './bulk-prompts.ts'
import { addCategory, categories, changeCategory, removeCategory } from './edit-categories.ts'
import { listCategoryRows, listGroups, listModels, listPipelineRows, listTags, listUseCaseRows } from './edit-lists.ts'
import { addPipeline, changePipeline, pipelines, removePipeline } from './edit-pipelines.ts'
import { addPrompt, changePrompt, prompts, removePrompt } from './edit-prompts.ts'
import * as taxonomy from './edit-taxonomy.ts'
import { editRoutes, idOf } from './items.admin.routes.ts'
import type { Schema } from './items.admin.routes.ts'
import { addUseCase, changeUseCase, removeUseCase, useCases } from './edit-use-cases.ts'
import { move, orderByName } from './positions.ts'
import { previewCategory, previewPipeline, previewPrompt, previewUseCase } from './preview.ts'
import { listPromptRows } from './prompt-rows.ts'

function moveRoute(app: FastifyInstance, noun: OrderedNoun, kind: 'category' | 'use_case' | 'pipeline') {
  app.post(
    `/${noun}/:id/move/`,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Moves it before another of its list, or to the end'),
        params: AdminParams,
        body: ItemMove,
        response: { 200: MovedItem, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request) => move(kind, viewerOf(request), idOf(request), request.body as ItemMove),
  )
}

function byNameRoute(app: FastifyInstance, noun: 'categories' | 'use-cases', kind: 'category' | 'use_case') {
  app.post(
    `/${noun}/by-name/`,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Puts a list back in the order of its names'),
        ...(kind === 'use_case' && { body: SortByName }),
        response: { 204: z.null(), ...adminProblemResponses },
      },
    },
    async (request, reply) => {
      const category_id = kind === 'use_case' ? (request.body as z.infer<typeof SortByName>).category_id : null
      await orderByName(kind, viewerOf(request), category_id)
      return reply.code(204).send(null)
    },
  )
}

type PreviewOptions = { id: number; tier: number; locale: Locale }
function previewRoute(
  app: FastifyInstance,
  noun: LibraryNoun,
  { item, preview }: { item: Schema; preview: (asked: PreviewOptions) => Promise<object> },
) {
  app.get(
    `/${noun}/:id/preview/`,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('What a member of a tier gets of it'),
        params: AdminParams,
        querystring: PreviewQuery,
        response: { 200: item as z.ZodType, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request) => {
      const { tier } = request.query as z.infer<typeof PreviewQuery>
      return preview({ id: idOf(request), tier, locale: request.locale })
    },
  )
}

/** The library as admins edit it. */
export const adminLibraryRoutes: FastifyPluginAsync = async (app) => {
  editRoutes(app, 'groups', {
    called: ['a functional group', 'functional groups by name'],
    schemas: { item: AdminGroup, added: NewGroup, changes: GroupChanges, query: NameListQuery, page: GroupRowPage },
    editable: taxonomy.groups,
    list: listGroups,
    add: taxonomy.addGroup,
    change: taxonomy.changeGroup,
    remove: taxonomy.removeGroup,
  })
  editRoutes(app, 'models', {
    called: ['a model', 'models by name'],
    schemas: { item: AdminModel, added: NewModel, changes: ModelChanges, query: NameListQuery, page: ModelRowPage },
    editable: taxonomy.models,
    list: listModels,
    add: taxonomy.addModel,
    change: taxonomy.changeModel,
    remove: taxonomy.removeModel,
  })
  editRoutes(app, 'tags', {
    called: ['a tag', 'tags by name'],
    schemas: { item: AdminTag, added: NewTag, changes: TagChanges, query: NameListQuery, page: TagRowPage },
    editable: taxonomy.tags,
    list: listTags,
    add: taxonomy.addTag,
    change: taxonomy.changeTag,
    remove: taxonomy.removeTag,
  })
  editRoutes(app, 'categories', {
    called: ['a category', 'categories in their order'],
    schemas: {
      item: AdminCategory,
      added: NewCategory,
      changes: CategoryChanges,
      query: CategoryRowQuery,
      page: CategoryRowPage,
    },
    editable: categories,
    list: listCategoryRows,
    add: addCategory,
    change: changeCategory,
    remove: removeCategory,
  })
  editRoutes(app, 'use-cases', {
    called: ['a use case', 'use cases: of a category in their order, else by name'],
    schemas: {
      item: AdminUseCase,
      added: NewUseCase,
      changes: UseCaseChanges,
      query: UseCaseRowQuery,
      page: UseCaseRowPage,
    },
    editable: useCases,
    list: listUseCaseRows,
    add: addUseCase,
    change: changeUseCase,
    remove: removeUseCase,
  })
  editRoutes(app, 'prompts', {
    called: ['a prompt', 'prompts, the latest added first'],
    schemas: {
      item: AdminPrompt,
      added: NewPrompt,
      changes: PromptChanges,
      query: PromptRowQuery,
      page: PromptRowPage,
    },
    editable: prompts,
    list: listPromptRows,
    add: addPrompt,
    change: changePrompt,
    remove: removePrompt,
  })
  editRoutes(app, 'pipelines', {
    called: ['a pipeline', 'pipelines in their order'],
    schemas: {
      item: AdminPipeline,
      added: NewPipeline,
      changes: PipelineChanges,
      query: PipelineRowQuery,
      page: PipelineRowPage,
    },
    editable: pipelines,
    list: listPipelineRows,
    add: addPipeline,
    change: changePipeline,
    remove: removePipeline,
    isHeld: false,
  })
  app.post(
    '/prompts/bulk/',
    {
      ...adminRoute,
      config: { ...adminRoute.config, maxJsonValues: 2 * maxBulk },
      schema: {
        ...describeAdmin(
          'Changes tier, tags, use case or archive of many prompts at once, or says how many it would change',
        ),
        querystring: DryRunQuery,
        body: PromptBulk,
        response: { 200: PromptBulkResult, ...adminProblemResponses, 409: CountChanged },
      },
    },
    async (request) => {
      const { dry_run } = request.query as z.infer<typeof DryRunQuery>
      return changePrompts({ ...(request.body as PromptBulk), dry_run: dry_run === '1', editor: viewerOf(request) })
    },
  )
  moveRoute(app, 'categories', 'category')
  moveRoute(app, 'use-cases', 'use_case')
  moveRoute(app, 'pipelines', 'pipeline')
  byNameRoute(app, 'categories', 'category')
  byNameRoute(app, 'use-cases', 'use_case')
  previewRoute(app, 'categories', { item: CategoryPreview, preview: previewCategory })
  previewRoute(app, 'use-cases', { item: UseCasePreview, preview: previewUseCase })
  previewRoute(app, 'prompts', { item: PromptPreviewForTier, preview: previewPrompt })
  previewRoute(app, 'pipelines', { item: PipelinePreview, preview: previewPipeline })
}
