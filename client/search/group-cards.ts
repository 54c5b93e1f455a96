type Group = { slug: string; name: string }

/** Functional groups sorted by name, with their cards. The order of cards stays. */
export function groupCards<Card extends { functional: Group }>(cards: Card[], locale: string) {
  const groups = Map.groupBy(cards, ({ functional }) => functional.slug)
  const { compare } = new Intl.Collator(locale)
  return Array.from(groups, ([slug, items]) => ({
    slug,
    name: items[0]?.functional.name ?? '',
    cards: items,
  })).toSorted((one, other) => compare(one.name, other.name))
}
