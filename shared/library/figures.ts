/** Names of counts: prompts, free prompts, and categories with prompts. */
export const figureNames = ['prompts', 'free_prompts', 'niches'] as const
export type FigureName = (typeof figureNames)[number]
export type Figures = Record<FigureName, number>

export const figurePlaceholders = figureNames.map((name) => `{${name}}`).join(', ')
