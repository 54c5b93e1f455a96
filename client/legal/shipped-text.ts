import type { LegalSlug } from '#shared/site/paths.ts'
import type { Site } from '#shared/site/schema.ts'
import type { SitePageFields } from '#shared/site/pages.ts'
import { createTranslator } from '#shared/translate.ts'

const files = {
  'terms-of-service': () => Promise.all([import('./terms.messages.en.ts'), import('./terms.messages.es.ts')]),
  privacy: () => Promise.all([import('./privacy.messages.en.ts'), import('./privacy.messages.es.ts')]),
}

type Section = { readonly title: string; readonly paragraphs: readonly string[] }
const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_[\]<>#]/g, String.raw`\$&`)
const markdownOf = (sections: readonly Section[]) =>
  sections
    .flatMap(({ title, paragraphs }, index) => [`## ${index + 1}. ${title}`, ...paragraphs.map(escapeMarkdown)])
    .join('\n\n')

export async function shippedText(
  slug: LegalSlug,
  { name, company }: Pick<Site, 'name' | 'company'>,
): Promise<SitePageFields['texts']> {
  const [{ messages: english }, { messages: spanish }] = await files[slug]()
  const params = { ...company, site: name, company: company.name }
  const en = createTranslator<typeof english>(english, 'en')
  const es = createTranslator<typeof english>(spanish, 'es')
  return {
    en: { title: en('title'), body: markdownOf(en('sections', params)) },
    es: { title: es('title'), body: markdownOf(es('sections', params)) },
  }
}
