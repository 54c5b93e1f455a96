/** Names of counts: prompts, free prompts, and categories with prompts. */
export const figureNames = ['prompts', 'free_prompts', 'niches'] as const
export type LibraryFigureName = (typeof figureNames)[number]
export type Figures = Record<LibraryFigureName, number>

export const figurePlaceholders = figureNames.map((name) => `{${name}}`).join(', ')
