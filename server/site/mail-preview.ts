import type { Locale } from '#shared/locale.ts'
import type { Site } from '#shared/site/schema.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { renderLetter } from '../mail/letter.ts'
import type { Letter } from '../mail/letter.ts'
import { translate } from '../translate.ts'
import { mailTextsOf, applySiteSettings } from './current-site.ts'
import { previewSiteSettings } from './site-settings.ts'

const sampleLetter = ({ name, url }: Site, locale: Locale): Letter => ({
  locale,
  subject: translate(locale, 'site.sample_mail.subject', { site: name }),
  greeting: translate(locale, 'mails.hello'),
  text: translate(locale, 'site.sample_mail.text'),
  action: { label: translate(locale, 'site.sample_mail.action', { site: name }), url },
  note: translate(locale, 'site.sample_mail.note'),
})

/** Returns a sample mail with the settings in `state`. */
export async function previewMail(defaults: Site, state: SiteState, locale: Locale) {
  const settings = await previewSiteSettings(state)
  const site = applySiteSettings(defaults, settings)
  return renderLetter({ ...site, mail_logo: site.logo, mail_texts: mailTextsOf(settings) }, sampleLetter(site, locale))
}
