import { db } from '../db.ts'
import { getMe } from './accounts.ts'

const moment = (date: Date) => date.toISOString()

/** All that the site keeps of a person, as plain JSON. */
export async function exportMe(user_id: number) {
  const of = { where: { user_id } }
  const slug = { prompt: { select: { slug: true } } }
  const [me, kept, links, sessions, ratings, saved, collections] = await Promise.all([
    getMe(user_id),
    db.user.findUniqueOrThrow({
      where: { id: user_id },
      select: { tier: true, google_sub: true, email_confirmed_at: true, links_ended_at: true },
    }),
    db.oneTimeToken.findMany({ ...of, select: { purpose: true, email: true, requested_at: true, expires_at: true } }),
    db.session.findMany({ ...of, select: { device: true, created_at: true, last_used_at: true } }),
    db.rating.findMany({ ...of, select: { value: true, created_at: true, updated_at: true, ...slug } }),
    db.savedPrompt.findMany({ ...of, select: { created_at: true, ...slug } }),
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
  ])
  return {
    exported_at: moment(new Date()),
    account: {
      ...me,
      tier: kept.tier,
      google_sub: kept.google_sub,
      email_confirmed_at: kept.email_confirmed_at && moment(kept.email_confirmed_at),
      links_ended_at: kept.links_ended_at && moment(kept.links_ended_at),
    },
    links: links.map(({ purpose, email, requested_at, expires_at }) => ({
      purpose,
      email,
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
    collections: collections.map(({ name, created_at, share_key, prompts }) => ({
      name,
      created_at: moment(created_at),
      share_key,
      prompts: prompts.map(({ prompt, created_at: added_at }) => ({ prompt: prompt.slug, added_at: moment(added_at) })),
    })),
  }
}
