export const messages = {
  title: 'Tested prompts for language models',
  description:
    'A library of tested prompts for GPT, Claude, Gemini and other language models, organized by the work you need to get done. Start free, in English or Spanish.',
  hero: {
    title: 'Say what you need. The prompt is already written.',
    typed: 'Find a tested prompt to',
    typed_whole:
      'Find a tested prompt to outline an article, answer a complaint, shorten an email or explain a hard idea.',
    text: 'Every prompt tells you what it’s for, which models it was tested on, how to use it and where it tends to fail. Fill in your details, copy it and get on with your day.',
    action: 'See the plans',
    library: 'Browse the library',
    note: 'Free to start. No credit card needed.',
  },
  motion: {
    pause: 'Pause the moving text',
    pause_short: 'Pause',
    play: 'Play the moving text',
    play_short: 'Play',
  },
  picture: {
    label:
      'Prompt pages such as “Outline a long-read article”: each has its tags, a text with blanks that are being filled in, and a button to copy it.',
    copy: 'Copy',
    prompts: [
      {
        task: 'outline a long article',
        path: ['Content marketing', 'Outline blog articles'],
        title: 'Outline a long-read article',
        tags: ['Short', 'ChatGPT', 'Claude', 'Gemini'],
        text: [
          'You are a features editor. Plan an article of about ',
          'Length',
          ' on ',
          'Topic',
          ' for ',
          'Reader',
          '.\n\nGive me:\n1. The central claim in one sentence.\n2. Five to seven sections. For each: a working heading and the one point it proves.',
        ],
        values: ['2,000 words', 'city gardens', 'busy people'],
      },
      {
        task: 'answer an angry customer',
        path: ['Customer support', 'Answer difficult messages'],
        title: 'Reply to an angry customer',
        tags: ['Short', 'Claude', 'Gemini', 'Mistral'],
        text: [
          'Customer’s message:\n',
          'Message',
          '\n\nFacts I have checked: ',
          'Facts',
          '\nWhat I am allowed to offer: ',
          'Offer',
          '\n\nWrite a reply under 130 words. First sentence names what went wrong for them.',
        ],
        values: ['The lamp came broken', 'no padding', 'a new lamp'],
      },
      {
        task: 'shorten a long email',
        path: ['Email & newsletters', 'Handle everyday emails'],
        title: 'Shorten a long email draft',
        tags: ['Short', 'Claude', 'Gemini', 'Llama'],
        text: [
          'Rewrite this email so it can be read in 30 seconds.\n\nRecipient and our relationship: ',
          'Recipient',
          '\nWhat I need from them, by when: ',
          'Request',
          '\n\nPut the request in the first two lines. Keep every date, amount and name.',
        ],
        values: ['my landlord', 'a new boiler by May'],
      },
      {
        task: 'explain a hard idea',
        path: ['Teaching & learning', 'Explain and understand ideas'],
        title: 'Explain an idea at three levels',
        tags: ['Short', 'ChatGPT', 'Claude', 'DeepSeek'],
        text: [
          'Explain ',
          'Idea',
          ' three times, 120 words each:\n\nA. To someone who has never heard of it, using an example from ',
          'Field',
          '.\nB. To someone who took a course years ago.\nC. To someone who must use it at work tomorrow.',
        ],
        values: ['compound interest', 'cooking'],
      },
    ],
  },
  problem: {
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
  solution: {
    title: 'A library you can rely on',
    text: 'Pick the kind of work, then the task, then the prompt. You know what you’re getting before you copy it.',
    models_title: 'Written for the models you already use',
    models_note: 'The names belong to their owners. Each prompt lists the models it was tested on.',
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
        title: 'Rated by the people who use them',
        text: 'Ratings from 1 to 5, and filters to see the best ones first.',
      },
      {
        title: 'English and Spanish',
        text: 'Pages and prompts in both languages. If a translation is missing, the page says so.',
      },
      {
        title: 'Nothing to install',
        text: 'Paste the prompt into the tool you already use. It works anywhere you can type.',
      },
    ],
  },
  calls: {
    whole: 'Stop rewriting the same prompt. See the plans.',
    lines: [
      'Stop rewriting the same prompt.',
      'Skip the bad first draft.',
      'Keep what works where you can find it.',
      'Spend your time on the answer.',
    ],
    action: 'Choose your plan',
  },
  benefits: {
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
        text: 'Share a link to a prompt, and everyone starts from the same good question.',
        chips: ['Support', 'Hiring', 'Onboarding'],
      },
      {
        title: 'Lessons that fit the class',
        text: 'Explanations, exercises and feedback at the level you choose, with answers your students can follow.',
        chips: ['Lessons', 'Exercises', 'Feedback'],
      },
      {
        title: 'Big jobs in small steps',
        text: 'Premium pipelines take you from brief to finished piece, with each prompt building on the last.',
        chips: ['Pipelines', 'Premium'],
      },
    ],
  },
  pricing: {
    title: 'Two plans, easy to compare',
    text: 'Start with Free and stay as long as you like. Premium unlocks the whole library.',
    per_month: 'per month',
    recommended: 'The whole library',
    free_action: 'Create a free account',
    premium_action: 'Get Premium',
    premium_account: 'Create an account first',
    note: '14-day refund guarantee. 30 days’ notice before any price change. You must be 18 or older.',
  },
  questions_title: 'Frequently asked questions',
  testimonials: { title: 'What people say about it', sample: 'Sample' },
} as const
