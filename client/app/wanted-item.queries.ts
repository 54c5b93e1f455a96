import { paths } from '#shared/paths.ts'
import { LockedItem, WantedItem } from '#shared/wanted-item.ts'
import { openQuery } from './api.ts'

/** The item that somebody came to the plans for, as its own page asks for it. */
export function wantedQuery(wanted: string) {
  const [kind, slug = ''] = wanted.split('/')
  const { prompt, pipeline, useCase, category } = paths.api
  const pathOf = { prompt, pipeline, 'use-case': useCase }[kind ?? ''] ?? category
  return openQuery(pathOf(slug), import.meta.env.DEV && WantedItem, import.meta.env.DEV && LockedItem)
}
