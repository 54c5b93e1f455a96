import { paths } from '#shared/paths.ts'
import { withClient } from '../database.ts'
import { bigUseCase } from './generate.ts'

/** Prompts that no tier locks. */
const open = 'FROM effective_prompt WHERE required_tier = 0'

export type Subject = { what: string; path: string }

export function listSubjects(url: string): Promise<{ json: Subject[]; html: Subject[] }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT slug AS prompt, category_slug AS category ${open} AND use_case_slug = '${bigUseCase}' LIMIT 1`,
    )
    const { prompt, category } = rows[0]
    return {
      json: [
        { what: 'categories', path: paths.api.categories({ use_cases: '0' }) },
        { what: 'categories with all use cases', path: paths.api.categories() },
        { what: 'use case', path: paths.api.useCase(bigUseCase) },
        { what: 'prompts of a use case', path: paths.api.useCasePrompts(bigUseCase) },
        { what: 'prompt', path: paths.api.prompt(prompt) },
      ],
      html: [
        { what: 'library', path: paths.library },
        { what: 'category', path: paths.category(category) },
        { what: 'use case', path: paths.libraryUseCase(bigUseCase) },
        { what: 'prompt', path: paths.prompt(prompt) },
      ],
    }
  })
}

/** Slugs of free prompts, spread over all, distinct and deterministic. */
export function someSlugs(url: string, count: number): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT slug ${open} ORDER BY hashint4(id) LIMIT ${count}`)
    return rows.map(({ slug }) => slug as string)
  })
}
