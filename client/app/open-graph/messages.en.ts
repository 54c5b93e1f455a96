export const messages = {
  card: 'A card of {site} with the title of the page',
} as const
