import type { CategoryPreview, PromptPreviewForTier, UseCasePreview } from '#shared/admin/library.ts'
import type { PipelinePreview } from '#shared/admin/pipelines.ts'
import type { Locale } from '#shared/locale.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db } from '../database/db.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { getCategory } from './categories.ts'
import { assertTier } from './assert-tier.ts'
import { getPipelineForTier } from './pipelines.ts'
import { getPromptForTier } from './prompts.ts'
import { getUseCase } from './use-cases.ts'

type Preview<Item> = { status: number; item: Item | null; required_tier?: number }

/** Returns the preview from the read that members use, so that it shows what members see. */
async function previewOf<Item>(read: Promise<Tagged<Item>>): Promise<Preview<Item>> {
  try {
    return { status: 200, item: (await read).value }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    const { status, extensions: facts } = error
    if (status === 404) return { status, item: null }
    if (status !== 403) throw error
    return { status, item: facts.preview as Item, required_tier: Number(facts.required_tier) }
  }
}

type PreviewOptions = { id: number; tier: number; locale: Locale }
const slugOf = (found: { slug: string } | null) => {
  if (!found) throw notFound()
  return found.slug
}
const select = { slug: true } as const
const opened = async <Item extends { required_tier: number }>(tier: number, read: Promise<Tagged<Item>>) =>
  assertTier(tier, await read)

export async function previewCategory({ id, tier, locale }: PreviewOptions): Promise<CategoryPreview> {
  const slug = slugOf(await db.category.findUnique({ where: { id }, select }))
  return (await previewOf(opened(tier, getCategory(slug, locale)))) as CategoryPreview
}

export async function previewUseCase({ id, tier, locale }: PreviewOptions): Promise<UseCasePreview> {
  const slug = slugOf(await db.useCase.findUnique({ where: { id }, select }))
  return (await previewOf(opened(tier, getUseCase(slug, locale)))) as UseCasePreview
}

export async function previewPrompt({ id, tier, locale }: PreviewOptions): Promise<PromptPreviewForTier> {
  const slug = slugOf(await db.prompt.findUnique({ where: { id }, select }))
  return (await previewOf(getPromptForTier(slug, locale, tier))) as PromptPreviewForTier
}

export async function previewPipeline({ id, tier, locale }: PreviewOptions): Promise<PipelinePreview> {
  const slug = slugOf(await db.pipeline.findUnique({ where: { id }, select }))
  return (await previewOf(getPipelineForTier(slug, locale, tier))) as PipelinePreview
}
