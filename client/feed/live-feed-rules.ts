import type { CategoryListItem } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'

export const maxItems = 8
export const maxTitles = 400
export const titlesTtlMs = 12 * 60 * 60 * 1000

export type FeedTitle = { label: string; slug: string; type: 'category' | 'use_case'; route: string }
export const feedActions = ['copied', 'rated', 'saved', 'shared', 'opened'] as const
export type FeedItem = {
  id: number
  name: string
  initial: string
  actionKey: (typeof feedActions)[number]
  actionParams: { label: string; stars: number }
  ts: number
  target: string
  avatarColor: string
}

export const shortName = (name: string) => (name.length > 13 ? `${name.slice(0, 10)}...` : name)

export function feedTitlesOf(categories: Pick<CategoryListItem, 'slug' | 'name' | 'use_cases'>[]): FeedTitle[] {
  const titles = new Map<string, FeedTitle>()
  for (const { slug, name, use_cases = [] } of categories) {
    titles.set(paths.category(slug), { label: name, slug, type: 'category', route: paths.category(slug) })
    for (const useCase of use_cases) {
      const route = paths.libraryUseCase(useCase.slug)
      titles.set(route, { label: useCase.title, slug: useCase.slug, type: 'use_case', route })
    }
  }
  return [...titles.values()].slice(0, maxTitles)
}

/** Background colours. White text has a contrast of at least 5 on each. */
const colors = ['#4c2fa2', '#0b6b5b', '#9a3412', '#1d4ed8', '#a21caf', '#3f6212', '#b91c1c', '#155e75']
const names = [
  'Ana R.',
  'Marcus',
  'Priya S.',
  'Guillermo Fernández',
  'Chloe',
  'Tomás V.',
  'Jasmine W.',
  'Lukas',
  'Valentina Ortiz',
  'Noah B.',
  'Camila',
  'Oliver P.',
  'Sofía M.',
  'Christopher Lee',
  'Hana K.',
  'Diego',
]

type Chance = () => number
const pickOne = <Item>(items: readonly Item[], chance: Chance) => items[Math.floor(chance() * items.length)]

export const initialCount = (chance: Chance = Math.random) => 2 + Math.floor(chance() * 4)
export const nextDelayMs = (chance: Chance = Math.random) => 3_000 + Math.round(chance() * 2_500)

/** Returns an invented activity of an invented person. Four of five ratings have 5 stars, the others 4. */
export function simulatedItem(id: number, titles: FeedTitle[], chance: Chance = Math.random): FeedItem {
  const name = shortName(pickOne(names, chance) ?? '')
  const title = pickOne(titles, chance)
  return {
    id,
    name,
    initial: name.slice(0, 1).toUpperCase(),
    actionKey: pickOne(feedActions, chance) ?? 'opened',
    actionParams: { label: title?.label ?? '', stars: chance() < 0.8 ? 5 : 4 },
    ts: Date.now(),
    target: title?.route ?? paths.library,
    avatarColor: pickOne(colors, chance) ?? '#4c2fa2',
  }
}

export const prependItem = (items: FeedItem[], item: FeedItem) => [item, ...items].slice(0, maxItems)
