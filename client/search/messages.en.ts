export const messages = {
  search: {
    placeholder: 'What should the prompt do?',
    hint: 'Searches the titles, descriptions and text of all prompts. Press / on any page to open it.',
    results: 'Prompts',
    shown: { one: '{count} prompt shown', other: '{count} prompts shown' },
    nothing_found_hint: 'Try other words, or fewer of them.',
    searching: 'Searching…',
    more: 'More results',
    failed: 'Search isn’t working right now. Try again.',
    retry: 'Try again',
  },
} as const
