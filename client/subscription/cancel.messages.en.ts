export const messages = {
  title: 'Cancel contracts here',
  intro:
    'End your subscription in two steps. You don’t need to log in, and an email confirms it with the date and time.',
  without_script: 'This form needs JavaScript. You can also write to {email}.',
  kind: 'What you declare',
  kinds: { cancel: 'Cancel the subscription', withdraw: 'Withdraw from the contract' },
  notes: {
    cancel: 'It ends with the paid period, and nothing more is charged.',
    withdraw: 'Within 14 days of your first payment: it ends at once, and you get your money back.',
  },
  email: 'Email address of your account',
  email_hint: 'We send a link there, so that nobody else can end your subscription.',
  contract: 'Contract',
  next: 'Continue',
  back: 'Back',
  submit: { cancel: 'Cancel now', withdraw: 'Withdraw now' },
  received: 'Received on {date}.',
  mailed: 'We’ve sent you an email. Open the link in it to confirm.',
  confirmed: 'We’re sending you an email that confirms it.',
  not_sent: 'Your declaration could not be sent. Try again.',
} as const
