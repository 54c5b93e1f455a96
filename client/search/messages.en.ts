export const messages = {
  search: {
    placeholder: 'What should the prompt do?',
    hint: 'Searches the titles and descriptions of all prompts, the text of those you can open, and pipelines. Press / on any page to open the search.',
    results: 'Results',
    pipeline: { one: 'Pipeline · {count} step', other: 'Pipeline · {count} steps' },
    pipelines_shown: { one: '{count} pipeline shown', other: '{count} pipelines shown' },
    shown: { one: '{count} prompt shown', other: '{count} prompts shown' },
    nothing_found_hint: 'Try other words, or fewer of them.',
    searching: 'Searching…',
    more: 'More results',
    failed: 'Search isn’t working right now. Try again.',
    retry: 'Try again',
  },
} as const
