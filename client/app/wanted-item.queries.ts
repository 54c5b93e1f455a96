import { Category, LockedCategory, LockedPrompt, LockedUseCase, Prompt, UseCase } from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { openQuery } from './api.ts'

type Item = { title?: string; name?: string; required_tier: number }
type Locked = { preview: Item; required_tier: number }

/** The item that somebody came to the plans for, as its own page asks for it. */
export function wantedQuery(wanted: string) {
  const [kind, slug = ''] = wanted.split('/')
  const { prompt, useCase, category } = paths.api
  if (kind === 'prompt')
    return openQuery<Item, Locked>(prompt(slug), import.meta.env.DEV && Prompt, import.meta.env.DEV && LockedPrompt)
  if (kind === 'use-case')
    return openQuery<Item, Locked>(useCase(slug), import.meta.env.DEV && UseCase, import.meta.env.DEV && LockedUseCase)
  return openQuery<Item, Locked>(category(slug), import.meta.env.DEV && Category, import.meta.env.DEV && LockedCategory)
}
