/** The plan that opens the whole library, what it costs, and the one that costs nothing. */
export const planPlaceholderNames = ['plan', 'plan_price', 'free_plan'] as const
export type PlanPlaceholder = (typeof planPlaceholderNames)[number]

/** As an admin writes them into the texts of plans and questions. */
export const planPlaceholders = planPlaceholderNames.map((name) => `{${name}}`).join(', ')
