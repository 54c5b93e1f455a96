export type Rate = { points: number; seconds: number }
export type Limit = Rate & {
  by: 'address' | 'person' // person: the account, or the address of a visitor
  networkFactor?: number
}

export const limits = {
  register: { points: 20, seconds: 3600, by: 'address', networkFactor: 8 },
  sign_in: { points: 120, seconds: 300, by: 'address', networkFactor: 8 }, // includes successes: each costs a password hash
  login: { points: 100, seconds: 900, by: 'address', networkFactor: 8 },
  login_account: { points: 100, seconds: 3600, by: 'address' },
  reset: { points: 10, seconds: 3600, by: 'address', networkFactor: 8 },
  cancellation_request: { points: 10, seconds: 3600, by: 'address', networkFactor: 8 },
  mailbox: { points: 4, seconds: 3600, by: 'address' },
  reset_mail: { points: 4, seconds: 3600, by: 'address' }, // strangers cannot use up the `mailbox` limit of an address
  cancellation_mail: { points: 4, seconds: 3600, by: 'address' },
  cancellation_reason: { points: 4, seconds: 3600, by: 'address' },
  one_time_token: { points: 60, seconds: 900, by: 'address' },
  refresh: { points: 300, seconds: 300, by: 'address' },
  google: { points: 30, seconds: 300, by: 'address' },
  profile: { points: 60, seconds: 300, by: 'person' },
  invitation: { points: 30, seconds: 3600, by: 'person' },
  mail: { points: 3, seconds: 3600, by: 'person' },
  export: { points: 10, seconds: 3600, by: 'person' },
  save: { points: 120, seconds: 60, by: 'person' },
  rating: { points: 60, seconds: 60, by: 'person' },
  collection: { points: 240, seconds: 60, by: 'person' },
  payment: { points: 60, seconds: 300, by: 'person' },
  declaration: { points: 30, seconds: 300, by: 'person' },
  thread: { points: 10, seconds: 86_400, by: 'person' },
  comment: { points: 30, seconds: 300, by: 'person' },
  first_day_thread: { points: 2, seconds: 86_400, by: 'person' },
  first_day_comment: { points: 20, seconds: 86_400, by: 'person' },
  first_day_report: { points: 5, seconds: 86_400, by: 'person' },
  vote: { points: 120, seconds: 60, by: 'person' },
  report: { points: 20, seconds: 3600, by: 'person' },
  writing: { points: 120, seconds: 60, by: 'person' },
  moderation: { points: 240, seconds: 60, by: 'person' },
  picture: { points: 60, seconds: 300, by: 'person' },
  notification: { points: 240, seconds: 60, by: 'person' },
  event_stream: { points: 120, seconds: 60, by: 'address' },
  beacon: { points: 240, seconds: 60, by: 'address' },
  search: { points: 120, seconds: 60, by: 'person' },
  page_answers: { points: 600, seconds: 60, by: 'person' }, // uncached data of a page, which costs a few reads
  render: { points: 240, seconds: 60, by: 'address' }, // an uncached page costs as much as 100 cached ones
  read: { points: 3000, seconds: 60, by: 'address' },
  signed_in: { points: 12_000, seconds: 60, by: 'address' },
} satisfies Record<string, Limit>
export type LimitName = keyof typeof limits
