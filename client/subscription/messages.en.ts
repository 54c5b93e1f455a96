export const messages = {
  title: 'Plans and prices',
  description:
    'Free gives you about 10,000 prompts. Premium unlocks over 1,000,000 for $9.99 a month, with a 14-day refund guarantee.',
  heading: 'Choose your plan',
  intro: 'Start free and stay as long as you like. Premium unlocks the whole library, and you can cancel anytime.',
  load_error: 'Error when receiving subscriptions',
  guarantee:
    'Refund guarantee: ask for your money back within 14 days of your first payment. At least 30 days’ notice of price changes. Prices may not include taxes.',
  log_in: 'Log in to subscribe',
  sub_error: 'Subscription error',
  switch: {
    open: 'Switch to this plan',
    title: 'Switch to {plan}?',
    note: 'The new plan replaces the current one immediately and starts today. What is left of the current one is credited, and auto-renew is on.',
    counting: 'Asking what it costs today…',
    today: 'Charged today: {amount}',
    credit: 'Kept for your next payments: {amount}',
    next: 'Next payment: {date}',
    cancel: 'Cancel',
    confirm: 'Switch',
  },
  billing: { label: 'Billing period', month: 'Monthly', year: 'Annual' },
  plan: {
    month: 'a month',
    year: 'a year',
    or: 'or',
    before: 'instead of',
    on_request: 'Custom pricing',
    subscribe: 'Subscribe',
    contact: 'Contact sales',
    yours: 'This is your subscription',
    coming: 'Coming soon',
    personal: 'Personal, free forever',
    month_only: 'Billed monthly only',
    year_only: 'Billed annually only',
    unavailable: 'Not available at the moment',
  },
  payment: { title: 'Ways to pay', note: 'Paid securely through Stripe. We never see your card number.' },
  result: {
    success: 'Payment received, your subscription will be activated within a few seconds.',
    activated: 'Subscription activated',
    extended: 'Subscription extended',
    cancel: 'Something went wrong',
    again: 'Try again',
  },
  testimonials: { title: 'From people who use it every week', sample: 'Sample' },
  questions_title: 'Questions about plans',
  questions: [
    {
      title: 'What do I get for free?',
      text: 'About 10,000 prompts, full search, the news and the forum. No credit card needed, and it never expires.',
    },
    {
      title: 'What do I get with Premium?',
      text: 'Over 1,000,000 prompts across more than 40 niches, with their instructions and known issues, plus pipelines: prompts that build on one another.',
    },
    {
      title: 'How do I pay?',
      text: 'By card or digital wallet on a Stripe checkout page, monthly or annually. Your card number never reaches our servers.',
    },
    {
      title: 'Can I get my money back?',
      text: 'Yes, within 14 days of your first payment, no questions asked. Your access ends with the refund.',
    },
    {
      title: 'What happens when I cancel?',
      text: 'You keep your access until the end of the period you paid for. Then your account becomes a free one, with everything you saved.',
    },
    {
      title: 'Will the price change?',
      text: 'If it does, we’ll email you at least 30 days in advance, so you can cancel before it applies to you.',
    },
    {
      title: 'Can I switch between monthly and annual?',
      text: 'Anytime. The new period starts today, and we credit what’s left of the old one.',
    },
  ],
} as const
