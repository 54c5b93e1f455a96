import { paths } from '#shared/paths.ts'
import { withClient } from './database.ts'
import { bigUseCase } from './generate.ts'

/** Open to everyone: nothing on the way asks for a tier. */
const open = `FROM prompt JOIN use_case ON use_case.id = use_case_id JOIN category ON category.id = category_id
  WHERE greatest(prompt.required_tier, use_case.required_tier, category.required_tier) = 0`

export type Subject = { what: string; path: string }

/** The addresses that are measured warm: as JSON, and the pages that a person opens. */
export function listSubjects(url: string): Promise<{ json: Subject[]; html: Subject[] }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT prompt.slug AS prompt, category.slug AS category ${open} AND use_case.slug = '${bigUseCase}' LIMIT 1`,
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

/** So many slugs of open prompts, scattered over all of them, each once, the same each time. */
export function someSlugs(url: string, count: number): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`SELECT prompt.slug ${open} ORDER BY hashint4(prompt.id) LIMIT ${count}`)
    return rows.map(({ slug }) => slug as string)
  })
}
