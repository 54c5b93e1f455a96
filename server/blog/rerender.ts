import type { Locale } from '#shared/locale.ts'
import { db } from '../db.ts'
import { renderVersion } from '../markdown/markdown.ts'
import { rerender } from '../markdown/rerender.ts'
import type { Outdated } from '../markdown/rerender.ts'

const batchRows = 10
type Row = Outdated & { post_id: number; locale: Locale }

const posts = {
  kind: 'post' as const,
  find: () => db.$queryRaw<Row[]>`
    SELECT post_id, locale::text, body AS text, body_html AS html FROM post_text
     WHERE render_version < ${renderVersion} LIMIT ${batchRows}`,
  write: ({ post_id, locale, text }: Row, body_html: string) =>
    db.postText.updateMany({
      where: { post_id, locale, body: text, render_version: { lt: renderVersion } },
      data: { body_html, render_version: renderVersion },
    }),
}

export const rerenderPosts = (maxMs: number): Promise<void> => rerender(posts, maxMs)
