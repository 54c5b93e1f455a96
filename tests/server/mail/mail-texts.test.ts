import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { db } from '../../../server/database/db.ts'
import { queueUserMail } from '../../../server/users/users.jobs.ts'
import { app, get, openApp, post, put, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { lastMailTo } from '../../support/mail.ts'
import { createPerson } from '../../support/people.ts'
import { pictures } from '../../support/browser/pictures.ts'
import { emptySettings } from '../../support/site-settings.ts'

await openApp()

const { api } = adminSitePaths
const as = await createPerson({ role: 'admin' })

async function change(changes: Partial<SiteState>) {
  const { headers } = await get(api.site, { as })
  return put(api.site, { ...emptySettings, ...changes }, { as, headers: { 'if-match': String(headers.etag) } })
}
const mailSite = () => app.currentSite.mailSite

async function readMail(language: 'en' | 'es') {
  const { id, email } = await createPerson({ language })
  await db.$transaction((transaction) =>
    queueUserMail(app.jobs, transaction, { kind: 'password_changed', user_id: id }),
  )
  return lastMailTo(email)
}

beforeEach(async () => {
  await sql.query('DELETE FROM site_setting')
  await until(() => !mailSite().mail_texts?.footer.en && !mailSite().mail_logo)
})

describe("the operator's mail intro and footer", () => {
  const texts = {
    mail_intro_en: 'News from <b>us</b> & "you"',
    mail_footer_en: 'Harbor S.L.\r\nRegistered in Madrid\n\nB-123',
  }

  test('are in HTML and plain text of every mail, with their line breaks', async () => {
    await change(texts)
    await until(() => Boolean(mailSite().mail_texts?.footer.en))
    const { text, html } = await readMail('en')
    expect(text.replaceAll('\r\n', '\n')).toMatch(
      /^News from <b>us<\/b> & "you"\n\nHello[\s\S]*\n-- \nHarbor S\.L\.\nRegistered in Madrid\n\nB-123\n\nPromptory Labs, Inc\., /,
    )
    expect(html).toMatch(/>News from &lt;b&gt;us&lt;\/b&gt; &amp; &quot;you&quot;<\/p>\s*<h1/)
    expect(html).toContain('>Harbor S.L.<br>Registered in Madrid<br><br>B-123</p>')
    expect(html).not.toContain('<img')
    expect((await get('/')).text).not.toContain('Registered in Madrid')
  })

  test('are left out of mails in the other language', async () => {
    await change({ ...texts, mail_footer_es: 'En Madrid' })
    await until(() => Boolean(mailSite().mail_texts?.footer.es))
    const { text, html } = await readMail('es')
    for (const form of [text, html]) {
      expect(form).toContain('En Madrid')
      expect(form).not.toContain('Registered in Madrid')
      expect(form).not.toMatch(/null|undefined/)
    }
  })

  test('have audit entries', async () => {
    await change(texts)
    await change({})
    const [entry] = (await get(adminPaths.api.audit({ kind: 'site' }), { as })).body.results
    const { before, after } = (await get(adminPaths.api.auditEntry(entry.id), { as })).body
    expect([before.mail_intro_en, after.mail_intro_en]).toEqual([texts.mail_intro_en, null])
  })

  test.each([
    ['mail_intro_en', 'x'.repeat(301)],
    ['mail_intro_es', ' \n '],
    ['mail_footer_en', 'x'.repeat(1_001)],
    ['mail_footer_es', 'a\0b'],
  ])('are refused with 400 naming the field if too long or blank: %s', async (field, text) => {
    const { status, body } = await change({ [field]: text })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })
})

describe('the mail logo', () => {
  test("is a small PNG with the site's name as alternative text", async () => {
    expect((await get('/mail-logo.png')).status).toBe(404)
    const logo = (await post(adminNewsPaths.api.media, await pictures.png(), { as })).body
    await change({ logo_hash: logo.hash, name: 'A & B' })
    await until(() => Boolean(mailSite().mail_logo))
    const { html, text } = await readMail('en')
    const src = `http://library.test/mail-logo.png?v=${logo.hash.slice(0, 8)}`
    expect(html).toContain(`src="${src}" alt="A &amp; B"`)
    expect(text).not.toContain('mail-logo')
    const file = await app.inject(src.replace('http://library.test', ''))
    expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' })
    const { width, height, format } = await sharp(file.rawPayload).metadata()
    expect([format, width <= 480, height <= 96]).toEqual(['png', true, true])
  })
})

const preview = (locale: string, changes: Partial<SiteState> = {}) =>
  post(api.mailPreview, { locale, settings: { ...emptySettings, ...changes } }, { as })

describe('POST /api/admin/site/mail-preview/', () => {
  test('shows unsaved settings', async () => {
    const logo = (await post(adminNewsPaths.api.media, await pictures.png(), { as })).body
    const typed = { name: 'Harbor', mail_intro_es: 'Hola <i>', mail_footer_es: 'Uno\nDos', logo_hash: logo.hash }
    const { status, body } = await preview('es', { ...typed, brand_color: '#0b6e4f' })
    expect([status, body.subject]).toEqual([200, 'Un correo de muestra de Harbor'])
    for (const part of ['Hola &lt;i&gt;', 'Uno<br>Dos', 'background:#0b6e4f', `src="http://library.test${logo.url}"`])
      expect(body.html).toContain(part)
    expect(body.text).toContain('Uno\nDos')
    expect((await preview('en', typed)).body.html).not.toContain('Uno')
    expect((await get(api.site, { as })).body.name).toBeNull()
  })

  test('returns 400 naming the invalid field', async () => {
    const { status, body } = await preview('en', { mail_intro_en: 'x'.repeat(301) })
    expect([status, Object.keys(body)]).toEqual([400, ['settings.mail_intro_en']])
  })
})
