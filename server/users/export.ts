import { db } from '../db.ts'
import { getMe } from './accounts.ts'

const moment = (date: Date) => date.toISOString()

/** All that the site keeps of a person, as plain JSON. */
export async function exportMe(user_id: number) {
  const of = { where: { user_id } }
  const slug = { prompt: { select: { slug: true } } }
  const [account, sessions, ratings, saved, collections] = await Promise.all([
    getMe(user_id),
    db.session.findMany({ ...of, select: { device: true, created_at: true, last_used_at: true } }),
    db.rating.findMany({ ...of, select: { value: true, created_at: true, updated_at: true, ...slug } }),
    db.savedPrompt.findMany({ ...of, select: { created_at: true, ...slug } }),
    db.collection.findMany({
      ...of,
      orderBy: { position: 'asc' },
      select: { name: true, created_at: true, prompts: { orderBy: { position: 'asc' }, select: slug } },
    }),
  ])
  return {
    exported_at: moment(new Date()),
    account,
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
    collections: collections.map(({ name, created_at, prompts }) => ({
      name,
      created_at: moment(created_at),
      prompts: prompts.map(({ prompt }) => prompt.slug),
    })),
  }
}
