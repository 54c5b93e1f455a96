import type { ShippedSection } from '#shared/site/landing-fields.ts'

export const messages = {
  motion: {
    pause: 'Pause the moving text',
    pause_short: 'Pause',
    play: 'Play the moving text',
    play_short: 'Play',
  },
  hero: { copied: 'Copied', open: 'Open the prompt' },
  figures: {
    prompts: { one: 'prompt', other: 'prompts' },
    free: { one: 'of them free', other: 'of them free' },
    categories: { one: 'category', other: 'categories' },
  },
  models: { one: '{count} prompt', other: '{count} prompts' },
  compare: {
    hurried: 'Typed in a hurry',
    hurried_prompt: 'Write an article about baking less bread in the evening',
    hurried_answer:
      'In today’s fast-paced world, bakeries face many challenges. One of them is knowing how much bread to bake. In this article, we will explore the many benefits of baking less, from sustainability to savings. Studies show that a large share of all bread is thrown away …',
    filled: 'With its blanks filled in',
    note: 'The first answer is invented. The second is the beginning of the example on the prompt’s page.',
  },
  run: { answer: 'answer {step}' },
  per_month: 'per month',
  /** Shipped sections in order; custom texts replace them. */
  sections: [
    {
      name: 'hero',
      head_title: 'Prompts for language models, with examples',
      head_description:
        'A library of prompts for GPT, Claude, Gemini and other language models, each with an example, organized by the work you need to get done. Start free, in English or Spanish.',
      title: 'Say what you need. The prompt is already written.',
      typed: 'Find a prompt to',
      typed_whole: 'Find a prompt to outline an article, answer a complaint, shorten an email or explain a hard idea.',
      text: 'Every prompt tells you what it’s for, which models it was written for, how to use it, what an answer looks like and where it tends to fail. Fill in your details, copy it and get on with your day.',
      action: 'See the plans',
      library: 'Browse the library',
      note: 'Free to start. No credit card needed.',
    },
    {
      name: 'problem',
      title: 'The model is good. Asking the right way is the hard part.',
      text: 'Most bad answers start with a prompt typed in a hurry. Getting it right takes a few tries, and those tries eat up the time you wanted to save.',
      points: [
        {
          title: 'You start from scratch every time',
          text: 'Every task starts with the same ten minutes: which role, which format, what to leave out. Next week, you do it all over again.',
        },
        {
          title: 'The answer sounds right but isn’t',
          text: 'Without clear limits, a model fills the gaps with guesses. You only notice after you’ve sent the text to someone.',
        },
        {
          title: 'What worked gets lost',
          text: 'The good version is buried in a chat from March, a note or a coworker’s screenshot. Good luck finding it again.',
        },
      ],
    },
    {
      name: 'solution',
      title: 'A library you can rely on',
      text: 'Pick the kind of work, then the task, then the prompt. You know what you’re getting before you copy it.',
      models_title: 'Written for the models you already use',
      models_note:
        'The names belong to their owners. Each prompt lists the models it was written for, and when it was tested if somebody has.',
      features: [
        {
          title: 'Sorted by task',
          text: 'Each category has use cases, and each use case has prompts. The right one is three steps away.',
        },
        { title: 'Blanks to fill in', text: 'Highlighted blanks show what the prompt needs from you.' },
        {
          title: 'Known issues, spelled out',
          text: 'If a prompt tends to fail somewhere, its page tells you up front.',
        },
        {
          title: 'Ready for your rating',
          text: 'Rate what you use from 1 to 5. Once there are ratings, you can filter and sort by them.',
        },
        {
          title: 'English and Spanish',
          text: 'Pages and prompts in both languages. If a prompt isn’t translated yet, its page says so.',
        },
        {
          title: 'Nothing to install',
          text: 'Paste the prompt into the tool you already use. It works anywhere you can type.',
        },
      ],
    },
    {
      name: 'calls',
      whole: 'Stop rewriting the same prompt. See the plans.',
      lines: [
        'Stop rewriting the same prompt.',
        'Skip the bad first draft.',
        'Keep what works where you can find it.',
        'Spend your time on the answer.',
      ],
      action: 'Choose your plan',
    },
    {
      name: 'benefits',
      title: 'How it makes your week easier',
      items: [
        {
          title: 'Writing that needs less fixing',
          text: 'Prompts that set the audience, length and tone up front, so you polish sentences instead of starting over.',
          chips: ['Articles', 'Emails', 'Product pages'],
        },
        {
          title: 'Analysis you can check',
          text: 'Prompts that ask for sources, assumptions and doubts, and flag what you still need to verify.',
          chips: ['Reports', 'Contracts', 'Research'],
        },
        {
          title: 'Code that explains itself',
          text: 'Reviews, tests and explanations that spell out the trade-offs, not just the fix.',
          chips: ['Review', 'Tests', 'Debugging'],
        },
        {
          title: 'A team on the same page',
          text: 'Share a link to a prompt, and everyone whose plan includes it starts from the same good question.',
          chips: ['Support', 'Hiring', 'Onboarding'],
        },
        {
          title: 'Lessons that fit the class',
          text: 'Explanations, exercises and feedback at the level you choose, with answers your students can follow.',
          chips: ['Lessons', 'Exercises', 'Feedback'],
        },
        {
          title: 'Big jobs in small steps',
          text: 'Pipelines take you from brief to finished piece, with each prompt building on the last.',
          chips: ['Pipelines', 'Step by step'],
        },
      ],
    },
    {
      name: 'pricing',
      title: 'Plans that are easy to compare',
      free: 'Start with {plan} and stay as long as you like.',
      whole: '{plan} unlocks the whole library.',
      recommended: 'The whole library',
      free_action: 'Create a free account',
      paid_action: 'Get {plan}',
      paid_account: 'Create an account first',
      note: '14-day refund guarantee. 30 days’ notice before any price change. You must be 18 or older.',
    },
    { name: 'questions', title: 'Frequently asked questions' },
    {
      name: 'testimonials',
      title: 'What people say about it',
      samples: 'How it could be used',
      sample: 'Invented example',
    },
  ],
} as const satisfies { sections: readonly ShippedSection[]; [others: string]: unknown }
