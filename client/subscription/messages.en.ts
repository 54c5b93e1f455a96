export const messages = {
  title: 'Plans and prices',
  description:
    'Free gives you about 10,000 prompts. Premium opens over 1,000,000 for $9.99 a month, with a 14-day refund guarantee.',
  heading: 'Choose your plan',
  intro: 'Start free and stay as long as you like. Premium opens the whole library, and you can leave at any time.',
  load_error: 'Error when receiving subscriptions',
  guarantee:
    'Money back within 14 days of your first payment. We announce price changes at least 30 days ahead. Prices may exclude taxes.',
  log_in: 'Log in to subscribe',
  soon: 'The checkout opens soon. Thank you for your patience.',
  billing: { label: 'Billing period', month: 'Monthly', year: 'Annual' },
  plan: {
    month: 'a month',
    year: 'a year',
    or: 'or',
    before: 'instead of',
    on_request: 'On request',
    subscribe: 'Subscribe',
    contact: 'Contact sales',
    yours: 'This is your subscription',
    coming: 'Coming soon',
    personal: 'Personal, free for good',
    month_only: 'Billed by the month only',
    year_only: 'Billed by the year only',
    unavailable: 'Not available at the moment',
  },
  payment: { title: 'Ways to pay', note: 'Paid securely through Stripe. We never see your card number.' },
  result: {
    success: 'Payment received, your subscription will be activated within a few seconds.',
    cancel: 'Something went wrong',
    again: 'Try again',
  },
  testimonials: { title: 'From people who use it every week', sample: 'Sample' },
  questions_title: 'Questions about plans',
  questions: [
    {
      title: 'What do I get for free?',
      text: 'About 10,000 prompts, the whole search, the news and the forum. No card is asked for, and it does not end.',
    },
    {
      title: 'What does Premium add?',
      text: 'Over 1,000,000 prompts across more than 40 niches, with their instructions and known issues, and pipelines of prompts that follow one another.',
    },
    {
      title: 'How do I pay?',
      text: 'By card or wallet on a checkout page of Stripe, by the month or by the year. Your card number never reaches our servers.',
    },
    {
      title: 'Can I get my money back?',
      text: 'Yes, within 14 days of your first payment, without a reason. Access ends with the refund.',
    },
    {
      title: 'What happens when I cancel?',
      text: 'You keep what you paid for until the period ends; then the account goes on as a free one, with all that you saved.',
    },
    {
      title: 'Will the price change?',
      text: 'If it does, you hear of it at least 30 days ahead by e-mail and can cancel before it applies to you.',
    },
    {
      title: 'Can I switch between monthly and annual?',
      text: 'At any time. The new period starts today, and what is left of the old one is credited.',
    },
  ],
} as const
