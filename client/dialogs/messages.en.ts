export const messages = {
  ask: {
    log_in_note: 'You need an account for this. It’s free, and you’ll come right back here.',
    create_account: 'Create account',
    again: 'Try again',
  },
  again: {
    title: 'Your sign-in has ended',
    note: 'Log in again and go on right here. What you typed stays on this page.',
    email: 'Email',
    password: 'Password',
    show: 'Show the password',
    hide: 'Hide the password',
    submit: 'Log in',
    wrong: 'Wrong email or password. Try again.',
    other: 'Log in another way',
  },
  tier: {
    title: '“{title}” is part of {plan}',
    unnamed: '“{title}” is part of a subscription',
    month: '{plan} costs {month} a month.',
    year: '{plan} costs {year} a year.',
    both: '{plan} costs {month} a month or {year} a year.',
    note: 'Cancel anytime, with a 14-day refund guarantee.',
    plans: 'See the plans',
    subscribed: 'Already subscribed? Log in to view this content.',
    subscribed_category: 'Already subscribed? Log in to view this category.',
  },
} as const
