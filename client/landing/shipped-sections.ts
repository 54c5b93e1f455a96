import type { AdminLandingSection } from '#shared/site/landing.ts'
import type { LandingSection, ShippedSection } from '#shared/site/landing-fields.ts'

export async function shippedSection(target: LandingSection): Promise<NonNullable<AdminLandingSection['texts']>> {
  const [en, es] = await Promise.all([import('./messages.en.ts'), import('./messages.es.ts')])
  const textsOf = (sections: readonly ShippedSection[]) => {
    const found = sections.find(({ name }) => name === target)
    if (!found) throw new Error(`The page has no section ${target}.`)
    const { name: _name, ...texts } = found
    return texts
  }
  return { en: textsOf(en.messages.sections), es: textsOf(es.messages.sections as readonly ShippedSection[]) }
}
