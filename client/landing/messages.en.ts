export const messages = {
  title: 'Tested prompts for language models',
  description:
    'A library of tested prompts for GPT, Claude, Gemini and other language models, sorted by the work you want to get done. Start free, in English or Spanish.',
  hero: {
    title: 'Say what you need. The prompt is already written.',
    typed: 'Find a tested prompt to',
    typed_whole:
      'Find a tested prompt to outline an article, answer a complaint, shorten an email or explain a hard idea.',
    text: 'Each prompt says what it is for, which models it was tested on and how to use it, and warns you where it tends to fail. Fill in your details, copy it, get on with your day.',
    action: 'See the plans',
    library: 'Browse the library',
    note: 'Free to start. No card needed.',
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
    title: 'The model is good. The question is the hard part.',
    text: 'Most disappointing answers begin with a prompt that was typed in a hurry. Getting it right takes attempts, and attempts take the time you wanted to save.',
    points: [
      {
        title: 'You start from an empty box',
        text: 'Each task begins with the same ten minutes: what role, what format, what to leave out. Next week you do it all again.',
      },
      {
        title: 'The answer sounds right and is not',
        text: 'Without clear limits a model fills the gaps by itself. You notice once the text is already with someone else.',
      },
      {
        title: 'What worked gets lost',
        text: 'The good version is somewhere in a chat from March, a note or a colleague’s screenshot. Nobody finds it twice.',
      },
    ],
  },
  solution: {
    title: 'A library you can rely on',
    text: 'Pick the kind of work, then the task, then the prompt. You see what you get before you copy it.',
    models_title: 'Written for the models you already use',
    models_note: 'The names belong to their owners. Each prompt lists the models it was tested on.',
    features: [
      {
        title: 'Sorted by task',
        text: 'Categories hold use cases, use cases hold prompts. Three steps to the right one.',
      },
      { title: 'Blanks to fill in', text: 'Marked placeholders show what the prompt needs to know from you.' },
      {
        title: 'Known issues, in writing',
        text: 'Where a prompt tends to fail, its page says so before you find out.',
      },
      { title: 'Rated by the people who use them', text: 'Ratings from 1 to 5, and filters that put the best first.' },
      {
        title: 'English and Spanish',
        text: 'Pages and prompts in both. Where a translation is missing, the page says so.',
      },
      { title: 'Nothing to install', text: 'Copy the text into the tool you have. It works wherever you can type.' },
    ],
  },
  calls: {
    whole: 'Stop rewriting the same prompt. See the plans.',
    lines: [
      'Stop rewriting the same prompt.',
      'Get to the second draft first.',
      'Keep what works where you can find it.',
      'Spend your time on the answer.',
    ],
    action: 'Choose your plan',
  },
  benefits: {
    title: 'What changes in your week',
    items: [
      {
        title: 'Writing that needs less repair',
        text: 'Prompts that fix audience, length and tone up front, so that you edit sentences instead of starting over.',
        chips: ['Articles', 'E-mails', 'Product pages'],
      },
      {
        title: 'Analysis you can check',
        text: 'Prompts that ask for sources, assumptions and doubts, and mark what still has to be verified.',
        chips: ['Reports', 'Contracts', 'Research'],
      },
      {
        title: 'Code with its reasons',
        text: 'Reviews, tests and explanations that name the trade-off and not just the fix.',
        chips: ['Review', 'Tests', 'Debugging'],
      },
      {
        title: 'A team that works alike',
        text: 'Send the link to a prompt and everyone starts from the same good question.',
        chips: ['Support', 'Hiring', 'Onboarding'],
      },
      {
        title: 'Lessons that fit the class',
        text: 'Explanations, exercises and feedback at the level you name, with answers you can follow.',
        chips: ['Lessons', 'Exercises', 'Feedback'],
      },
      {
        title: 'Long jobs in short steps',
        text: 'Pipelines in Premium lead from brief to finished piece, one prompt handing over to the next.',
        chips: ['Pipelines', 'Premium'],
      },
    ],
  },
  pricing: {
    title: 'Two plans, easy to tell apart',
    text: 'Begin with Free and stay as long as you like. Premium opens the whole library.',
    per_month: 'per month',
    recommended: 'The whole library',
    free_action: 'Create a free account',
    premium_action: 'Get Premium',
    premium_account: 'Create an account first',
    note: '14-day refund guarantee. Should a price change, you hear of it 30 days ahead. For people aged 18 and over.',
  },
  questions: {
    title: 'Questions people ask first',
    items: [
      {
        title: 'What exactly is a prompt here?',
        text: 'A text that you give to a language model, with marked blanks for your own details. Its page also says how to use it, which models it was tested on and what its known issues are.',
      },
      {
        title: 'Do I need an account?',
        text: 'Not to look around: anyone can browse the library and read its open prompts. With a free account you also save and rate prompts and take part in the forum. You must be at least 18 years old.',
      },
      {
        title: 'What does Premium add?',
        text: 'Free gives you about 10,000 prompts. Premium costs $9.99 per month and opens over 1,000,000 prompts across over 40 niches, and pipelines, in which one prompt hands its result to the next.',
      },
      {
        title: 'Is access to a language model included?',
        text: 'No. You copy a prompt into the tool that you already use, so you keep your model, your history and your settings.',
      },
      {
        title: 'Which models do the prompts work with?',
        text: 'They are plain text, so any capable model takes them. Each page lists those on which the prompt was tested; with others, read the first answer a little more closely.',
      },
      {
        title: 'Can I get my money back?',
        text: 'Yes. Ask within 14 days of your first payment and it is refunded.',
      },
      {
        title: 'Can the price change while I subscribe?',
        text: 'Only with notice: you hear of any change at least 30 days before it applies, in time to cancel.',
      },
    ],
  },
  testimonials: { title: 'What people say about it', sample: 'Sample' },
} as const
