import type {
  Category,
  CategoryCard,
  FunctionalGroup,
  Prompt,
  PromptCard,
  PromptPreview,
  UseCase,
} from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import type { FaqItem } from '#shared/site/faq.ts'
import type { Plan, SubscriptionStatus, Testimonial } from '#shared/subscription/schema.ts'
import { ok, refused } from '../browser/page.tsx'
import type { Answer, Answers } from '../browser/page.tsx'

export const group: FunctionalGroup = { slug: 'writing', name: 'Writing', models: [{ slug: 'one', name: 'Model one' }] }
const functional = { slug: group.slug, name: group.name }

export const categoryCard: CategoryCard = {
  id: 1,
  slug: 'articles',
  name: 'Articles',
  description: 'About articles',
  required_tier: 0,
  functional,
  warning_text: null,
  content_locale: 'en',
  use_case_count: 2,
  prompt_count: 1_003,
}
export const category: Category = {
  ...categoryCard,
  use_cases: [
    { slug: 'outlines', title: 'Outline articles', required_tier: 0, prompt_count: 1_000, free_prompt_count: 1 },
    { slug: 'titles', title: 'Find titles', required_tier: 1, prompt_count: 3, free_prompt_count: 0 },
  ],
}
export const useCase: UseCase = {
  id: 1,
  slug: 'outlines',
  title: 'Outline articles',
  required_tier: 0,
  category: { id: 1, slug: 'articles', name: 'Articles', functional },
  content_locale: 'en',
}
export const promptCard = (id: number, changes: Partial<PromptCard> = {}): PromptCard => ({
  id,
  slug: `prompt-${id}`,
  title: `Prompt ${id}`,
  short_description: '',
  inputs: [],
  word_count: 100,
  length_tag: 'short',
  rating_avg: null,
  rating_count: 0,
  required_tier: 0,
  models: [],
  content_locale: 'en',
  ...changes,
})
export const preview: PromptPreview = {
  ...promptCard(1, { slug: 'outline', title: 'Outline a text' }),
  tags: [],
  use_case: useCase,
}
export const prompt: Prompt = {
  ...preview,
  content: 'An outline on ${topic}',
  how_to_use: '',
  known_issues: '',
  example: '',
  labels: { topic: 'Topic' },
  user_rating: null,
  is_saved: false,
}

export const listOf = (results: object[], next: string | null = null, previous: string | null = null) =>
  ok({ results, next, previous })
export const locked = (item: object) =>
  refused(403, { detail: 'no', code: 'tier_required', required_tier: 1, preview: item })

export const promptAnswers = (answer: Answer = ok(prompt)): Answers => ({
  [paths.api.prompt(prompt.slug)]: answer,
  [paths.api.useCasePrompts(useCase.slug, { exclude: prompt.slug, limit: 10 })]: listOf([]),
})
export const useCaseAnswers: Answers = {
  [paths.api.useCase(useCase.slug)]: ok(useCase),
  [paths.api.category(category.slug)]: ok(category),
  [paths.api.functional]: ok([group]),
}

const price = { old_price: null, discount: null, duration_days: 30 }
export const freePlan: Plan = {
  id: 1,
  tier: 0,
  name: 'Free',
  sub_title: 'To begin with',
  description: 'Some prompts',
  currency: 'USD',
  tax_behavior: 'exclusive',
  purchasable: false,
  unavailable_text: null,
  monthly: { ...price, price: 0 },
  yearly: { ...price, price: 0 },
}
export const premium: Plan = {
  ...freePlan,
  id: 2,
  tier: 1,
  name: 'Premium',
  tax_behavior: 'exclusive',
  purchasable: true,
  monthly: { ...price, price: 9.99 },
  yearly: { price: 95.88, old_price: 119.88, discount: 20, duration_days: 365 },
}

export const testimonials: Testimonial[] = [
  { id: 1, name: 'Ana', role: 'Editor', text: 'It saves me an hour.', is_sample: true },
  { id: 2, name: 'Ben', role: 'Teacher', text: 'It asks for the level first.', is_sample: false },
]

export const questions: FaqItem[] = [
  { id: 1, q: 'What do I get?', a: 'All prompts.\n\nWith their instructions.' },
  { id: 2, q: 'How do I pay?', a: 'By card.' },
]

export const statusOf = (changes: Partial<NonNullable<SubscriptionStatus['subscription']>> = {}): Answer =>
  ok({
    is_subscribed: true,
    subscription: {
      plan_id: 2,
      plan_name: 'Premium',
      billing_period: 'month',
      user_tier: 1,
      plan_tier: 1,
      status: 'active',
      current_period_end: '2026-12-24T00:00:00.000Z',
      auto_renew: true,
      ...changes,
    },
  })
