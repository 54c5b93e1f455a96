import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { Testimonial } from '#shared/subscription/schema.ts'
import { addStarterTestimonials } from '../../../server/subscription/testimonials.ts'
import { get, openApp, renderer, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'

await openApp()

const testimonials = async (locale: 'en' | 'es' = 'en') =>
  (await get(paths.api.testimonials, { locale })).body as Testimonial[]

describe.runIf(renderer)('a site without testimonials', () => {
  test.each([paths.home, paths.subscription])('has no quotes on %s', async (path) => {
    const { status, text } = await get(path)
    expect(status).toBe(200)
    expect(text).not.toContain('<blockquote')
  })
})

describe('GET /api/subscription/testimonials/', () => {
  beforeAll(async () => {
    await testimonials()
    await Promise.all([addStarterTestimonials(), addStarterTestimonials()])
    await until(async () => (await testimonials()).length > 0)
  })

  test('returns six testimonials in order, all marked as samples', async () => {
    const six = await testimonials()
    expect(six).toHaveLength(6)
    expect(six[0]).toMatchObject({ name: 'Hannah', is_sample: true })
    expect(six.every(({ is_sample }) => is_sample)).toBe(true)
  })

  test("returns the reader's language, or English if there is no translation", async () => {
    const [english, spanish] = [await testimonials('en'), await testimonials('es')]
    expect(spanish.map(({ name }) => name)).toEqual(english.map(({ name }) => name))
    for (const [index, { role, text }] of spanish.entries()) {
      expect(role).not.toBe(english[index]?.role)
      expect(text).not.toBe(english[index]?.text)
    }
    await sql.query(`DELETE FROM testimonial_text WHERE locale = 'es' AND testimonial_id = $1`, [english[0]?.id])
    await until(async () => (await testimonials('es'))[0]?.text === english[0]?.text)
  })

  test.runIf(renderer)('returns the quotes that both pages show, in the same order, after every change', async () => {
    const pages = [paths.home, paths.subscription]
    const six = await testimonials()
    for (const path of pages) {
      const { text } = await get(path)
      const quotes = [...text.matchAll(/<blockquote[^>]*>([^<]*)/g)].map(([, quote]) => quote)
      expect(quotes).toEqual(six.map((one) => one.text))
      expect(text.match(/>Invented example</g)).toHaveLength(6)
    }
    expect(
      (await get(paths.home, { headers: { 'accept-language': 'es' } })).text.match(/>Ejemplo inventado</g),
    ).toHaveLength(6)
    await sql.query(`UPDATE testimonial SET is_sample = false, position = 9 WHERE id = $1`, [six[0]?.id])
    // Samples are shown only while there is no testimonial of a real person.
    for (const path of pages) await until(async () => !(await get(path)).text.includes('>Invented example<'))
    expect((await testimonials()).at(-1)).toMatchObject({ id: six[0]?.id, is_sample: false })
  })
})
