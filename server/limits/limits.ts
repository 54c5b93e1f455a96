export type Rate = { points: number; seconds: number }
export type Limit = Rate & {
  /** `person`: a visitor counts by address. */
  by: 'address' | 'person'
  networkFactor?: number
}

export const limits = {
  register: { points: 20, seconds: 3600, by: 'address', networkFactor: 8 },
  /** Successful ones too: each costs a hash. */
  sign_in: { points: 120, seconds: 300, by: 'address', networkFactor: 8 },
  /** Failed attempts of an address, and of an account from everywhere; see login-throttle.ts. */
  login: { points: 100, seconds: 900, by: 'address', networkFactor: 8 },
  login_account: { points: 100, seconds: 3600, by: 'address' },
  reset: { points: 10, seconds: 3600, by: 'address', networkFactor: 8 },
  /** Asking for such a link without a log-in. */
  cancellation_request: { points: 10, seconds: 3600, by: 'address', networkFactor: 8 },
  mailbox: { points: 4, seconds: 3600, by: 'address' },
  /** Resets for confirmed addresses: mail that strangers cause takes none of them away. */
  reset_mail: { points: 4, seconds: 3600, by: 'address' },
  /** Links that end a subscription, of each kind. */
  cancellation_mail: { points: 4, seconds: 3600, by: 'address' },
  /** Reasons of a sender that go to the operator's mailbox. */
  cancellation_reason: { points: 4, seconds: 3600, by: 'address' },
  /** Tokens have 256 bits: this only keeps noise away. */
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
  /** Each asks Stripe several things. */
  payment: { points: 60, seconds: 300, by: 'person' },
  /** What ends a contract: no other change takes it away. */
  declaration: { points: 30, seconds: 300, by: 'person' },
  thread: { points: 10, seconds: 86_400, by: 'person' },
  comment: { points: 30, seconds: 300, by: 'person' },
  /** On the first day of an account, beside the others. */
  first_day_thread: { points: 2, seconds: 86_400, by: 'person' },
  first_day_comment: { points: 20, seconds: 86_400, by: 'person' },
  first_day_report: { points: 5, seconds: 86_400, by: 'person' },
  vote: { points: 120, seconds: 60, by: 'person' },
  report: { points: 20, seconds: 3600, by: 'person' },
  /** Drafts, previews and edits of what one writes in the forum. */
  writing: { points: 120, seconds: 60, by: 'person' },
  moderation: { points: 240, seconds: 60, by: 'person' },
  /** Uploads: each takes up to some seconds of the processor. */
  picture: { points: 60, seconds: 300, by: 'person' },
  notification: { points: 240, seconds: 60, by: 'person' },
  /** How often a stream of events may be opened. */
  event_stream: { points: 120, seconds: 60, by: 'address' },
  beacon: { points: 240, seconds: 60, by: 'address' },
  search: { points: 120, seconds: 60, by: 'person' },
  /** Uncached pages cost about 100 times a cached one. */
  render: { points: 240, seconds: 60, by: 'address' },
  /** Shared between processes once a second. */
  read: { points: 3000, seconds: 60, by: 'address' },
  signed_in: { points: 12_000, seconds: 60, by: 'address' },
} satisfies Record<string, Limit>
export type LimitName = keyof typeof limits
