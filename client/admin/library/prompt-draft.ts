import type { AdminPrompt, PromptChanges } from '#shared/admin-library.ts'

export const blankPromptText: AdminPrompt['texts']['en'] = {
  title: '',
  short_description: '',
  content: '',
  how_to_use: '',
  known_issues: '',
  example: '',
  labels: {},
}

export type PromptDraft = PromptChanges & { slug?: string }
