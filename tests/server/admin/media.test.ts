import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { adminNewsPaths } from '#shared/admin/news-paths.ts'
import { maxPictureBytes, maxPictureSide } from '#shared/blog/media.ts'
import { removeUnusedMedia } from '../../../server/blog/unused-media.ts'
import { db } from '../../../server/database/db.ts'
import { app, get, openApp, post, startApp } from '../../support/app.ts'
import { createPost } from '../../support/blog.ts'
import { createPerson } from '../../support/people.ts'
import { animated, photo, pictures } from '../../support/browser/pictures.ts'

await openApp()

const { api } = adminNewsPaths
const admin = await createPerson({ role: 'admin' })
const upload = (bytes: Buffer | string, type = 'application/octet-stream', as: { token: string } | undefined = admin) =>
  post(api.media, bytes, { as, headers: { 'content-type': type } })
const refusal = async (bytes: Buffer) => {
  const { status, body } = await upload(bytes)
  expect([status, Object.keys(body)]).toEqual([400, ['file']])
  return String(body.file)
}
const served = async (url: string) => (await app.inject({ url })).rawPayload

describe('POST /api/admin/media/', () => {
  test('re-encodes a picture upright as WebP without its metadata', async () => {
    const { status, body } = await upload(await photo({ width: 400, height: 300 }))
    expect(status).toBe(201)
    expect(body).toMatchObject({ width: 300, height: 400, url: `/media/${body.hash}.webp` })
    const bytes = await served(body.url)
    const { format, width, height, orientation, exif } = await sharp(bytes).metadata()
    expect({ format, width, height, orientation, exif }).toEqual({ format: 'webp', width: 300, height: 400 })
    expect(bytes.includes('A secret place')).toBe(false)
    const { headers } = await get(body.url)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': expect.stringMatching(/immutable/) })
  })

  test('scales a large picture down, and returns the stored picture for a repeated upload', async () => {
    const bytes = await photo({ width: 1_000, height: 3_000 })
    const [first, again] = [await upload(bytes), await upload(bytes)]
    expect(first.body).toMatchObject({ width: maxPictureSide, height: Math.round(maxPictureSide / 3) })
    expect(again.body).toEqual(first.body)
    const entries = await db.auditEntry.findMany({ where: { kind: 'media', target: first.body.hash } })
    expect(entries).toMatchObject([{ actor_id: admin.id, action: 'created' }, { action: 'created' }])
  })

  test('accepts JPEG, PNG, WebP and AVIF by their content, whatever name and Content-Type are', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
      expect([format, (await upload(await pictures[format](), 'application/json')).status]).toEqual([format, 201])
    for (const other of ['gif', 'tiff'] as const) expect(await refusal(await pictures[other]())).toMatch(/format JPEG/)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><script>alert(1)</script></svg>'
    expect((await upload(svg, 'image/png')).body).toEqual({ file: [expect.stringMatching(/format JPEG/)] })
    expect(await refusal(Buffer.from('<!doctype html><p>This is no picture</p>'))).toMatch(/format JPEG/)
    expect((await post(api.media, undefined, { as: admin })).body).toEqual({ file: [expect.stringMatching(/format/)] })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'returns 400 for a truncated %s, and drops bytes after the end of the picture',
    async (format) => {
      const bytes = await pictures[format]()
      expect(await refusal(bytes.subarray(0, bytes.length / 2))).toMatch(/damaged/)
      const archive = Buffer.from('PK\u0003\u0004 a zip archive')
      const { status, body } = await upload(Buffer.concat([bytes, archive]))
      expect(status).toBe(201)
      expect((await served(body.url)).includes(archive)).toBe(false)
    },
  )

  test('returns 400 for animations, too many pixels and too many bytes', async () => {
    expect(await refusal(await animated())).toMatch(/animated/)
    const bomb = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(300_000)
    expect(await refusal(bomb)).toMatch(/50 megapixels/)
    expect(await refusal(Buffer.alloc(maxPictureBytes + 1))).toMatch(/10 MB/)
  })

  test('processes one picture at a time, and returns 503 when too many uploads wait', async () => {
    const bytes = await photo({ width: 1_200, height: 900 })
    const all = await Promise.all(Array.from({ length: 12 }, () => upload(bytes)))
    const statuses = all.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(8)
    expect(statuses.filter((status) => status !== 201)).toEqual(
      statuses.filter((status) => status !== 201).map(() => 503),
    )
    expect((await upload(bytes)).status).toBe(201)
  })

  test('is rate limited with 429', async () => {
    const limited = await startApp({ LIMITS: 'on' })
    const as = await createPerson({ role: 'admin' })
    const statuses = new Set<number>()
    for (let number = 0; number < 61; number++) statuses.add((await post(api.media, 'x', { as, of: limited })).status)
    expect([...statuses]).toEqual([400, 429])
    await limited.close()
  })
})

const statusOf = async ({ url }: { url: string }) => (await get(url)).status

describe('unused pictures', () => {
  const old = new Date(Date.now() - 31 * 86_400_000)
  const stored = async (background: string, created_at = old) => {
    const { body } = await upload(await photo({ background }))
    await db.media.update({ where: { hash: body.hash }, data: { created_at } })
    return body as { hash: string; url: string }
  }

  test('are removed after 30 days, unless a post or draft contains them', async () => {
    const cover = await stored('#ff0000')
    const inText = await stored('#00ff00')
    const unused = await stored('#0000ff')
    const young = await stored('#ffff00', new Date(Date.now() - 29 * 86_400_000))
    await createPost({ cover_hash: cover.hash })
    await createPost({ status: 'draft', published_at: null, es: { body: `![Algo](${inText.url})` } })
    expect(await removeUnusedMedia()).toBeGreaterThan(0)
    expect(await Promise.all([cover, inText, young, unused].map(statusOf))).toEqual([200, 200, 200, 404])
  })
})
