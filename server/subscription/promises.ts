/**
 * What the English features of each plan promise beside what the library opens to its tier, as a statement: the first
 * whole number before the word "prompts".
 */
export const promisesOfPlans = `
  SELECT slug, promised, (SELECT count(*)::int FROM effective_prompt WHERE required_tier <= plan.tier) AS there
    FROM plan JOIN plan_text ON plan_id = plan.id AND locale = 'en',
         LATERAL (SELECT replace(substring(description FROM '(\\d[\\d,]*)\\s+prompts'), ',', '')::int AS promised) AS said
   WHERE promised IS NOT NULL ORDER BY position`

export type PlanPromise = { slug: string; promised: number; there: number }
