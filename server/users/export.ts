import type { Role } from '#shared/users/schema.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import { exportMemberForumData } from '../forum/member-export.ts'
import { jsonObjectWithLists } from '../sql/json-pages.ts'
import type { JsonList } from '../sql/json-pages.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { getMe } from './accounts.ts'

const listsOf = (user_id: number): Record<string, JsonList> => ({
  ratings: {
    columns: {
      prompt: Prisma.sql`prompt.slug`,
      value: Prisma.sql`rating.value`,
      created_at: isoTimestamp('rating.created_at'),
      updated_at: isoTimestamp('rating.updated_at'),
    },
    from: Prisma.sql`rating JOIN prompt ON prompt.id = rating.prompt_id`,
    where: Prisma.sql`rating.user_id = ${user_id}`,
    key: 'rating.prompt_id',
  },
  saved_prompts: {
    columns: { prompt: Prisma.sql`prompt.slug`, saved_at: isoTimestamp('saved_prompt.created_at') },
    from: Prisma.sql`saved_prompt JOIN prompt ON prompt.id = saved_prompt.prompt_id`,
    where: Prisma.sql`saved_prompt.user_id = ${user_id}`,
    key: 'saved_prompt.prompt_id',
  },
  saved_news: {
    columns: {
      post: Prisma.sql`CASE WHEN post.status = 'published' THEN post.slug END`,
      saved_at: isoTimestamp('saved_post.created_at'),
    },
    from: Prisma.sql`saved_post JOIN post ON post.id = saved_post.post_id`,
    where: Prisma.sql`saved_post.user_id = ${user_id}`,
    key: 'saved_post.post_id',
  },
})

const invitationsOf = (user_id: number) =>
  queryRows<{ role: Role; is_sent: boolean; sent_at: Date; expires_at: Date }>(Prisma.sql`
    SELECT invitation.role, inviter_id = "user".id AS is_sent, sent_at, expires_at
      FROM "user"
      JOIN invitation ON inviter_id = "user".id
                      OR invitation.email = "user".email AND email_confirmed_at IS NOT NULL
     WHERE "user".id = ${user_id} ORDER BY invitation.id`)

function readAccount(user_id: number) {
  const whereUser = { where: { user_id } }
  const slug = { prompt: { select: { slug: true } } }
  return Promise.all([
    getMe(user_id),
    db.user.findUniqueOrThrow({
      where: { id: user_id },
      select: {
        google_sub: true,
        email_confirmed_at: true,
        links_ended_at: true,
        removal_asked_at: true,
        silenced_until: true,
        silence_reason: true,
      },
    }),
    invitationsOf(user_id),
    db.access.findMany({ ...whereUser, select: { source: true, tier: true, expires_at: true, reason: true } }),
    db.oneTimeToken.findMany({
      where: { user_id, used_at: null },
      select: { purpose: true, email: true, google_sub: true, requested_at: true, expires_at: true },
    }),
    db.session.findMany({ ...whereUser, select: { device: true, created_at: true, last_used_at: true } }),
    db.collection.findMany({
      ...whereUser,
      orderBy: { position: 'asc' },
      select: {
        name: true,
        created_at: true,
        share_key: true,
        prompts: { orderBy: { position: 'asc' }, select: { created_at: true, ...slug } },
      },
    }),
    db.memberDay.findMany({ ...whereUser, select: { day: true }, orderBy: { day: 'asc' } }),
  ])
}

const planSlug = { select: { slug: true } }
const subscriptionColumns = {
  status: true,
  billing_period: true,
  created_at: true,
  current_period_start: true,
  current_period_end: true,
  ends_at: true,
  plan: planSlug,
} satisfies Prisma.SubscriptionSelect
const paymentColumns = {
  amount: true,
  amount_refunded: true,
  amount_refund_due: true,
  amount_refund_resolved: true,
  amount_charged_back: true,
  currency: true,
  status: true,
  dispute_status: true,
  billing_period: true,
  created_at: true,
  paid_at: true,
  plan: planSlug,
} satisfies Prisma.PaymentSelect

function readPurchases(user_id: number) {
  const whereUser = { where: { user_id } }
  const whereCustomer = { where: { customer: { user_id } } }
  return Promise.all([
    db.subscription.findMany({ ...whereCustomer, select: subscriptionColumns }),
    db.payment.findMany({ ...whereCustomer, select: paymentColumns }),
    db.checkout.findMany({
      ...whereUser,
      select: { billing_period: true, created_at: true, expires_at: true, closed_at: true, plan: planSlug },
    }),
    db.customer.findUnique({
      ...whereUser,
      select: {
        credit: true,
        currency: true,
        card_brand: true,
        card_last4: true,
        card_exp_month: true,
        card_exp_year: true,
        created_at: true,
        credit_refunds: { select: { amount: true, currency: true, created_at: true, finished_at: true } },
      },
    }),
  ])
}

const withPlan = <Row extends { plan: { slug: string } | null }>({ plan, ...row }: Row) => ({
  plan: plan && plan.slug,
  ...row,
})

async function accountOf(user_id: number, tier: number) {
  const [account, purchases] = await Promise.all([readAccount(user_id), readPurchases(user_id)])
  const [me, user, invitations, access, links, sign_ins, collections, days] = account
  const [subscriptions, payments, checkouts, customer] = purchases
  return {
    exported_at: new Date(),
    account: { ...me, tier, ...user },
    invitations,
    access,
    subscriptions: subscriptions.map(withPlan),
    payments: payments.map(withPlan),
    checkouts: checkouts.map(withPlan),
    customer,
    links,
    sign_ins,
    active_days: days.map(({ day }) => day.toISOString().slice(0, 10)),
    collections: collections.map(({ prompts, ...rest }) => ({
      ...rest,
      prompts: prompts.map(({ prompt, created_at: added_at }) => ({ prompt: prompt.slug, added_at })),
    })),
  }
}

/** Streams the data of an account as a JSON object. Long lists are read page by page. */
export async function exportAccount({ id: user_id, tier, role }: { id: number; tier: number; role: Role }) {
  const [account, forum] = await Promise.all([accountOf(user_id, tier), exportMemberForumData({ id: user_id, role })])
  const { lists, ...forumFields } = forum
  return jsonTextOf(account, listsOf(user_id), jsonObjectWithLists(forumFields, lists))
}

async function* jsonTextOf(short: object, lists: Record<string, JsonList>, forum: AsyncGenerator<string>) {
  let last = ''
  for await (const part of jsonObjectWithLists(short, lists)) {
    yield last
    last = part
  }
  yield ',"forum":'
  yield* forum
  yield last
}
