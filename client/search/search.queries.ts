import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { FoundPromptPage } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { pagesQuery } from '../app/api.ts'

export const promptSearchQuery = (q: string) =>
  infiniteQueryOptions({
    ...pagesQuery(paths.api.promptSearch({ q }), import.meta.env.DEV && FoundPromptPage),
    placeholderData: keepPreviousData,
  })
