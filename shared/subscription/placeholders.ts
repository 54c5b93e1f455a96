export const planPlaceholderNames = ['plan', 'plan_price', 'free_plan'] as const
export type PlanPlaceholder = (typeof planPlaceholderNames)[number]

export const planPlaceholders = planPlaceholderNames.map((name) => `{${name}}`).join(', ')
