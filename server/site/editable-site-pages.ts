import type { Locale } from '#shared/locale.ts'
import type { AdminSitePage, SitePageFields } from '#shared/site/pages.ts'
import { isLegalSlug } from '#shared/site/paths.ts'
import { releasePictures, lockPictures } from '../blog/post-pictures.ts'
import { db, isUniqueViolation } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { changeEditable, createEditable, removeEditable } from '../editing/edit.ts'
import type { EditableChange, Editable, WithEtag, Editor } from '../editing/edit.ts'
import { checkFormerSlug } from '../editing/former-slugs.ts'
import { addToEnd, lockList } from '../editing/list-order.ts'
import { renderSubmittedMarkdown, renderVersion } from '../markdown/markdown.ts'
import { FieldProblem } from '../problem.ts'

const columns = {
  id: true,
  slug: true,
  is_published: true,
  in_footer: true,
  in_navigation: true,
  texts: { select: { locale: true, title: true, body: true } },
} as const
type Row = Prisma.SitePageGetPayload<{ select: typeof columns }>

function itemOf({ texts, ...facts }: Row): AdminSitePage {
  const textIn = (locale: Locale) => {
    const text = texts.find((one) => one.locale === locale)
    return text ? { title: text.title, body: text.body } : null
  }
  return { ...facts, texts: { en: textIn('en') ?? { title: '', body: '' }, es: textIn('es') } }
}

export const editableSitePages: Editable<AdminSitePage> = {
  kind: 'site_page',
  lock: (transaction) => lockList(transaction, 'site_page'),
  read: async (transaction, id) => {
    const row = await transaction.sitePage.findUnique({ where: { id: Number(id) }, select: columns })
    return row && itemOf(row)
  },
  actionOf: (before, after) => {
    if (before.is_published === after.is_published) return 'changed'
    return after.is_published ? 'published' : 'unpublished'
  },
}

export async function listAdminSitePages(): Promise<AdminSitePage[]> {
  const rows = await db.sitePage.findMany({ select: columns, orderBy: [{ position: 'asc' }, { id: 'asc' }] })
  return rows.map(itemOf)
}

/** Renders both texts, which may take seconds. Call it before the transaction. */
async function renderTexts({ texts: { en, es } }: SitePageFields, editor: { id: number }) {
  const render = async (locale: Locale, text: SitePageFields['texts']['en']) => {
    const body_html = await renderSubmittedMarkdown(text.body, 'post', `texts.${locale}.body`, editor.id)
    return { locale, ...text, body_html, render_version: renderVersion }
  }
  return [await render('en', en), ...(es ? [await render('es', es)] : [])]
}

const picturesOf = ({ texts: { en, es } }: SitePageFields | AdminSitePage) => ({
  cover_hash: null,
  cover: null,
  texts: { en, es: es ?? { body: '' } },
})

const mapSlugConflict = (error: unknown): never => {
  throw isUniqueViolation(error) ? new FieldProblem('slug', 'site.slug_taken') : error
}

/** Adds a page at the end of the list. Throws 400. */
export async function addSitePage(editor: Editor, state: SitePageFields): Promise<WithEtag<AdminSitePage>> {
  const { texts: _texts, ...facts } = state
  const texts = await renderTexts(state, editor)
  return createEditable(editableSitePages, editor, (transaction) =>
    addToEnd(transaction, 'site_page', async () => {
      await checkFormerSlug(transaction, 'site_page', state)
      await lockPictures(transaction, picturesOf(state), null)
      const data = { ...facts, position: 0, texts: { create: texts } }
      return transaction.sitePage.create({ data, select: { id: true } })
    }),
  ).catch(mapSlugConflict)
}

type PageChange = EditableChange & { editor: Editor }

export async function changeSitePage(edit: PageChange, state: SitePageFields): Promise<WithEtag<AdminSitePage>> {
  const { texts: _texts, ...facts } = state
  const texts = await renderTexts(state, edit.editor)
  return changeEditable(editableSitePages, edit, async (transaction, before) => {
    if (state.slug !== before.slug && [state, before].some(({ slug }) => isLegalSlug(slug)))
      throw new FieldProblem('slug', 'site.slug_fixed')
    await checkFormerSlug(transaction, 'site_page', { id: Number(edit.id), slug: state.slug })
    await lockPictures(transaction, picturesOf(state), picturesOf(before))
    await transaction.sitePage.update({
      where: { id: Number(edit.id) },
      data: { ...facts, updated_at: new Date(), texts: { deleteMany: {}, create: texts } },
      select: { id: true },
    })
    await releasePictures(transaction, picturesOf(before), picturesOf(state))
  }).catch(mapSlugConflict)
}

export const removeSitePage = (edit: EditableChange): Promise<void> =>
  removeEditable(editableSitePages, edit, async (transaction, before) => {
    await transaction.sitePage.delete({ where: { id: Number(edit.id) }, select: { id: true } })
    await releasePictures(transaction, picturesOf(before), null)
  })
