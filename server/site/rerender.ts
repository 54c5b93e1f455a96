import type { Locale } from '#shared/locale.ts'
import { db } from '../database/db.ts'
import { renderVersion } from '../markdown/markdown.ts'
import { rerenderOutdated } from '../markdown/rerender.ts'
import type { OutdatedHtml } from '../markdown/rerender.ts'

const batchRows = 10
type Row = OutdatedHtml & { site_page_id: number; locale: Locale }

/** Pages to render again. Equal HTML is not written, so that cached responses stay. */
const sitePages = {
  kind: 'post' as const,
  find: () => db.$queryRaw<Row[]>`
    SELECT site_page_id, locale::text, body AS text, body_html AS html FROM site_page_text
     WHERE render_version < ${renderVersion} LIMIT ${batchRows}`,
  write: ({ site_page_id, locale, text, html: before }: Row, body_html: string) =>
    db.sitePageText.updateMany({
      where: { site_page_id, locale, body: text, render_version: { lt: renderVersion } },
      data: { render_version: renderVersion, ...(body_html !== before && { body_html }) },
    }),
}

export const rerenderSitePages = (maxMs: number): Promise<void> => rerenderOutdated(sitePages, maxMs)
