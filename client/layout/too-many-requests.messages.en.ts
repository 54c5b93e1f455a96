export const messages = {
  too_many_requests: {
    title: 'Too many requests(',
    text: {
      one: "You've hit the rate limit. Please wait {count} second(s)…",
      other: "You've hit the rate limit. Please wait {count} second(s)…",
    },
    over: 'You can continue now.',
    back: 'Go back',
  },
} as const
