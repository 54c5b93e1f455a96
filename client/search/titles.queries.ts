import { PromptTitles } from '#shared/library/titles.ts'
import { paths } from '#shared/paths.ts'
import { apiQuery } from '../app/api.ts'

export const titlesQuery = { ...apiQuery(paths.api.titles, import.meta.env.DEV && PromptTitles), staleTime: 600_000 }
