export const messages = {
  pipelines: {
    title: 'Pipelines',
    description:
      'Prompts that build on one another: the answer from one step goes into the next, from your first notes to the finished piece.',
    search: 'Search pipelines',
    placeholder: 'What do you want to finish?',
    matches: { one: '{count} pipeline found', other: '{count} pipelines found' },
    groups: 'Kinds of work',
    count: { one: '{count} pipeline', other: '{count} pipelines' },
    none: 'No pipelines yet',
    none_free: 'No free pipelines yet',
    step_count: { one: '{count} step', other: '{count} steps' },
    steps: 'Steps',
  },
  pipeline: {
    how_to_use: 'How to use it',
    progress: '{done} of {count} steps done',
    kept: 'Your inputs and answers stay in this browser.',
    not_kept:
      'This browser can’t keep this text: its storage is full or turned off. It stays here until you close or reload the page.',
    start_over: 'Start over',
    cleared: 'Everything is cleared.',
    undo: 'Undo',
  },
  step: {
    name: 'Step {number}',
    done: 'Done',
    mark_done: 'This step is done',
    waits: {
      one: 'Needs the answer from step {steps}. You can look at it or copy it anyway.',
      other: 'Needs the answers from steps {steps}. You can look at it or copy it anyway.',
    },
    page: 'Prompt page:',
    inputs: 'Your input',
    text: 'Prompt',
    cut: 'Long texts are shortened here, but copied in full.',
    answer_of: 'Answer from step {number}',
    fills: 'Its answer fills',
    in: 'in step {number}',
    answer: 'Paste the answer here',
    next: 'Continue to step {number}',
  },
} as const
