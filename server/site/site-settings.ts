import { blogPaths } from '#shared/blog/paths.ts'
import type { Picture } from '#shared/blog/media.ts'
import { mailTextFields } from '#shared/site/settings.ts'
import type { SiteSettings, SiteState } from '#shared/site/settings.ts'
import { db, Prisma } from '../database/db.ts'
import { changeEditable } from '../editing/edit.ts'
import type { Editable, WithEtag, Editor } from '../editing/edit.ts'
import { FieldProblem } from '../problem.ts'

export const siteSettingId = 1 // the table has one row

const picture = { select: { hash: true, extension: true, width: true, height: true } } as const
const columns = {
  settings: true,
  logo_hash: true,
  logo_dark_hash: true,
  card_hash: true,
  logo: picture,
  logo_dark: picture,
  card: picture,
} as const
type Row = Prisma.SiteSettingGetPayload<{ select: typeof columns }>

const pictureOf = (row: Row['logo']): Picture | null =>
  row && { hash: row.hash, url: blogPaths.media(row.hash, row.extension), width: row.width, height: row.height }

type Stored = Partial<Omit<SiteState, 'logo_hash' | 'logo_dark_hash' | 'card_hash'>>

type MailTextField = (typeof mailTextFields)[number]
const mailTextsOf = (stored: Stored) =>
  Object.fromEntries(mailTextFields.map((name) => [name, stored[name] ?? null])) as Pick<SiteState, MailTextField>

function settingsOf(row: Row | null): SiteSettings {
  const stored = (row?.settings ?? {}) as Stored
  return {
    name: stored.name ?? null,
    company_name: stored.company_name ?? null,
    company_address: stored.company_address ?? null,
    contact_email: stored.contact_email ?? null,
    social_links: stored.social_links?.map(({ name, url }) => ({ name, url })) ?? null,
    brand_color: stored.brand_color ?? null,
    logo_hash: row?.logo_hash ?? null,
    logo_dark_hash: row?.logo_dark_hash ?? null,
    card_hash: row?.card_hash ?? null,
    terms_date: stored.terms_date ?? null,
    privacy_date: stored.privacy_date ?? null,
    live_feed: stored.live_feed ?? null,
    asks_confirmed_email: stored.asks_confirmed_email ?? null,
    ...mailTextsOf(stored),
    logo: pictureOf(row?.logo ?? null),
    logo_dark: pictureOf(row?.logo_dark ?? null),
    card: pictureOf(row?.card ?? null),
  }
}

export const readSiteSettings = async (
  transaction: Pick<Prisma.TransactionClient, 'siteSetting'>,
): Promise<SiteSettings> =>
  settingsOf(await transaction.siteSetting.findUnique({ where: { id: siteSettingId }, select: columns }))

export const editableSite: Editable<SiteSettings> = {
  kind: 'site',
  lock: async (transaction) => {
    await transaction.siteSetting.createMany({ data: [{ id: siteSettingId }], skipDuplicates: true })
    await transaction.$queryRaw`SELECT FROM site_setting WHERE id = ${siteSettingId} FOR NO KEY UPDATE`
  },
  read: readSiteSettings,
}

/** Checks that the pictures exist, and locks their rows against removal. */
async function checkPictures(transaction: Prisma.TransactionClient, state: SiteState): Promise<void> {
  for (const field of ['logo_hash', 'logo_dark_hash', 'card_hash'] as const) {
    const hash = state[field]
    if (hash === null) continue
    const found = await transaction.$queryRaw<unknown[]>`SELECT hash FROM media WHERE hash = ${hash} FOR KEY SHARE`
    if (found.length === 0) throw new FieldProblem(field, 'schema.picture')
  }
  if (state.logo_hash === null && state.logo_dark_hash !== null)
    throw new FieldProblem('logo_hash', 'site.light_logo_first')
}

/** Returns the settings as they would be after saving, without the logo for dark mode, which mails do not have. */
export async function previewSiteSettings(state: SiteState): Promise<SiteSettings> {
  const { logo_hash: hash } = state
  const logo = hash === null ? null : await db.media.findUnique({ where: { hash }, ...picture })
  return { ...state, logo: pictureOf(logo), logo_dark: null, card: null }
}

type Change = { if_match: string | undefined; editor: Editor }

export const changeSiteSettings = (edit: Change, state: SiteState): Promise<WithEtag<SiteSettings>> =>
  changeEditable(editableSite, { id: siteSettingId, ...edit }, async (transaction) => {
    await checkPictures(transaction, state)
    const { logo_hash, logo_dark_hash, card_hash, ...settings } = state
    await transaction.siteSetting.update({
      where: { id: siteSettingId },
      data: { settings, logo_hash, logo_dark_hash, card_hash },
      select: { id: true },
    })
  })
