import type { Role } from '#shared/users.ts'
import { db } from '../db.ts'
import { exportForum } from '../forum/export.ts'
import { getMe } from './accounts.ts'

const moment = (date: Date) => date.toISOString()

export async function exportMe({ id: user_id, tier, role }: { id: number; tier: number; role: Role }) {
  const of = { where: { user_id } }
  const slug = { prompt: { select: { slug: true } } }
  const ofCustomer = { where: { customer: { user_id } } }
  const [me, user, access, links, sessions, ratings, saved, news, collections, subscriptions, payments, forum] =
    await Promise.all([
      getMe(user_id),
      db.user.findUniqueOrThrow({
        where: { id: user_id },
        select: { google_sub: true, email_confirmed_at: true, links_ended_at: true },
      }),
      db.access.findMany({ ...of, select: { source: true, tier: true, expires_at: true, reason: true } }),
      db.oneTimeToken.findMany({
        where: { user_id, used_at: null },
        select: { purpose: true, email: true, google_sub: true, requested_at: true, expires_at: true },
      }),
      db.session.findMany({ ...of, select: { device: true, created_at: true, last_used_at: true } }),
      db.rating.findMany({ ...of, select: { value: true, created_at: true, updated_at: true, ...slug } }),
      db.savedPrompt.findMany({ ...of, select: { created_at: true, ...slug } }),
      db.savedPost.findMany({
        where: { user_id, post: { status: 'published' } },
        select: { created_at: true, post: { select: { slug: true } } },
      }),
      db.collection.findMany({
        ...of,
        orderBy: { position: 'asc' },
        select: {
          name: true,
          created_at: true,
          share_key: true,
          prompts: { orderBy: { position: 'asc' }, select: { created_at: true, ...slug } },
        },
      }),
      db.subscription.findMany({
        ...ofCustomer,
        select: {
          status: true,
          billing_period: true,
          created_at: true,
          ends_at: true,
          plan: { select: { slug: true } },
        },
      }),
      db.payment.findMany({
        ...ofCustomer,
        select: { amount: true, amount_refunded: true, currency: true, status: true, created_at: true, paid_at: true },
      }),
      exportForum({ id: user_id, role }),
    ])
  return {
    exported_at: moment(new Date()),
    account: {
      ...me,
      tier,
      google_sub: user.google_sub,
      email_confirmed_at: user.email_confirmed_at && moment(user.email_confirmed_at),
      links_ended_at: user.links_ended_at && moment(user.links_ended_at),
    },
    access: access.map(({ expires_at, ...rest }) => ({ ...rest, expires_at: expires_at && moment(expires_at) })),
    subscriptions: subscriptions.map(({ plan, created_at, ends_at, ...rest }) => ({
      plan: plan.slug,
      ...rest,
      created_at: moment(created_at),
      ends_at: ends_at && moment(ends_at),
    })),
    payments: payments.map(({ created_at, paid_at, ...rest }) => ({
      ...rest,
      created_at: moment(created_at),
      paid_at: paid_at && moment(paid_at),
    })),
    links: links.map(({ purpose, email, google_sub, requested_at, expires_at }) => ({
      purpose,
      email,
      google_sub,
      requested_at: moment(requested_at),
      expires_at: moment(expires_at),
    })),
    sign_ins: sessions.map(({ device, created_at, last_used_at }) => ({
      device,
      created_at: moment(created_at),
      last_used_at: moment(last_used_at),
    })),
    ratings: ratings.map(({ prompt, value, created_at, updated_at }) => ({
      prompt: prompt.slug,
      value,
      created_at: moment(created_at),
      updated_at: moment(updated_at),
    })),
    saved_prompts: saved.map(({ prompt, created_at }) => ({ prompt: prompt.slug, saved_at: moment(created_at) })),
    saved_news: news.map(({ post, created_at }) => ({ post: post.slug, saved_at: moment(created_at) })),
    collections: collections.map(({ name, created_at, share_key, prompts }) => ({
      name,
      created_at: moment(created_at),
      share_key,
      prompts: prompts.map(({ prompt, created_at: added_at }) => ({ prompt: prompt.slug, added_at: moment(added_at) })),
    })),
    forum,
  }
}
