import { LockedPrompt, Prompt } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { lockableQuery } from '../app/api.ts'

export const promptQuery = (slug: string) =>
  lockableQuery(paths.api.prompt(slug), import.meta.env.DEV && Prompt, import.meta.env.DEV && LockedPrompt)
