import type { SiteState } from '#shared/site/settings.ts'

export const emptySettings: SiteState = {
  name: null,
  company_name: null,
  company_address: null,
  contact_email: null,
  social_links: null,
  brand_color: null,
  logo_hash: null,
  logo_dark_hash: null,
  card_hash: null,
  terms_date: null,
  privacy_date: null,
  live_feed: null,
  asks_confirmed_email: null,
  mail_intro_en: null,
  mail_intro_es: null,
  mail_footer_en: null,
  mail_footer_es: null,
}
