export const messages = {
  search: {
    placeholder: 'What should the prompt do?',
    hint: 'Titles, descriptions and texts of all prompts are searched. Press / on any page to come back here.',
    results: 'Prompts',
    shown: { one: '{count} prompt shown', other: '{count} prompts shown' },
    nothing_found_hint: 'Try other words, or fewer of them.',
    searching: 'Searching…',
    more: 'More results',
    failed: 'Could not search. Try again.',
    retry: 'Try again',
  },
} as const
