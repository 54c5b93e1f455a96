import * as z from 'zod/mini'
import { contrastWithWhite, darkenForWhiteText, minContrast } from './brand-colors.ts'
import { paragraphsUpTo, trimmedLineUpTo } from '../library/content-fields.ts'
import { fieldError, isLine, abortingError } from '../fields.ts'
import { Picture, PictureHash } from '../blog/media.ts'
import { Email } from '../users/schema.ts'

export const mailTextFields = ['mail_intro_en', 'mail_intro_es', 'mail_footer_en', 'mail_footer_es'] as const
const maxMailIntro = 300
const maxMailFooter = 1_000
export const maxSocialLinks = 12

const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && isLine(text) && !text.includes(' ')

const addressError = fieldError('schema.web_address')
const SocialLink = z.object({
  name: trimmedLineUpTo(40),
  url: z.string(addressError).check(z.maxLength(500, addressError), z.refine(isWebAddress, addressError)),
})
const colorError = abortingError('schema.color')
const BrandColor = z.string(colorError).check(
  z.regex(/^#[\da-f]{6}$/i, colorError),
  z.superRefine((color, context) => {
    const contrast = contrastWithWhite(color)
    if (contrast >= minContrast) return
    const facts = {
      contrast: (Math.floor(contrast * 10) / 10).toFixed(1),
      least: minContrast,
      darker: darkenForWhiteText(color),
    }
    context.addIssue({ code: 'custom', message: fieldError('schema.brand_contrast', facts).error, input: color })
  }),
)
const linksError = fieldError('schema.list_max', { count: maxSocialLinks })
const dateError = fieldError('schema.date')
const DateOfText = z.iso
  .date(dateError)
  .check(z.refine<string>((date) => date >= '1990-01-01' && date < '2100-01-01', dateError))
const choiceError = fieldError('schema.choice', { options: 'true, false' })

export const SiteState = z.object({
  name: z.nullable(trimmedLineUpTo(60)),
  company_name: z.nullable(trimmedLineUpTo(200)),
  company_address: z.nullable(trimmedLineUpTo(400)),
  contact_email: z.nullable(Email),
  social_links: z.nullable(z.array(SocialLink).check(z.maxLength(maxSocialLinks, linksError))),
  brand_color: z.nullable(BrandColor),
  logo_hash: z.nullable(PictureHash),
  logo_dark_hash: z.nullable(PictureHash),
  card_hash: z.nullable(PictureHash),
  terms_date: z.nullable(DateOfText),
  privacy_date: z.nullable(DateOfText),
  live_feed: z.nullable(z.boolean(choiceError)),
  asks_confirmed_email: z.nullable(z.boolean(choiceError)),
  mail_intro_en: z.nullable(paragraphsUpTo(maxMailIntro)),
  mail_intro_es: z.nullable(paragraphsUpTo(maxMailIntro)),
  mail_footer_en: z.nullable(paragraphsUpTo(maxMailFooter)),
  mail_footer_es: z.nullable(paragraphsUpTo(maxMailFooter)),
})
export type SiteState = z.infer<typeof SiteState>

export const SiteSettings = z.object({
  name: z.nullable(z.string()),
  company_name: z.nullable(z.string()),
  company_address: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  social_links: z.nullable(z.array(z.object({ name: z.string(), url: z.string() }))),
  brand_color: z.nullable(z.string()),
  logo_hash: z.nullable(z.string()),
  logo_dark_hash: z.nullable(z.string()),
  card_hash: z.nullable(z.string()),
  terms_date: z.nullable(z.string()),
  privacy_date: z.nullable(z.string()),
  live_feed: z.nullable(z.boolean()),
  asks_confirmed_email: z.nullable(z.boolean()),
  mail_intro_en: z.nullable(z.string()),
  mail_intro_es: z.nullable(z.string()),
  mail_footer_en: z.nullable(z.string()),
  mail_footer_es: z.nullable(z.string()),
  logo: z.nullable(Picture),
  logo_dark: z.nullable(Picture),
  card: z.nullable(Picture),
})
export type SiteSettings = z.infer<typeof SiteSettings>

export const SiteDefaults = z.object({
  name: z.string(),
  company_name: z.string(),
  company_address: z.string(),
  contact_email: z.string(),
  social_links: z.array(z.object({ name: z.string(), url: z.string() })),
  brand_color: z.string(),
  terms_date: z.string(),
  privacy_date: z.string(),
  live_feed: z.boolean(),
  asks_confirmed_email: z.boolean(),
  mail_sender: z.string(), // sender of mails, from the environment
})
export type SiteDefaults = z.infer<typeof SiteDefaults>

export const MailPreview = z.object({ subject: z.string(), text: z.string(), html: z.string() })

export const siteStateOf = ({ logo: _logo, logo_dark: _dark, card: _card, ...state }: SiteSettings): SiteState => state
