/** How much the library holds: all of its prompts, those that tier 0 opens, and the categories that have any. */
export const figureNames = ['prompts', 'free_prompts', 'niches'] as const
export type FigureName = (typeof figureNames)[number]
export type Figures = Record<FigureName, number>

/** As an admin writes them into the texts of plans and questions. */
export const figurePlaceholders = figureNames.map((name) => `{${name}}`).join(', ')
