import { locales } from '#shared/locale.ts'
import type { AdminSitePage, SitePageFields } from '#shared/site/pages.ts'
import { isLegalSlug, sitePaths } from '#shared/site/paths.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { FormerSlugs } from '../former-slugs.tsx'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import { MarkdownField } from '../markdown-field.tsx'
import { TextPairs } from '../text-pairs.tsx'
import { withText } from '../texts.ts'
import { blankPageText, sitePageConfig } from './content.ts'
import { useContentFieldLabels } from './content-editor.tsx'
import { useTranslate } from './messages.ts'

const pathOf = (slug: string) => (isLegalSlug(slug) ? `/${slug}` : sitePaths.page(slug))

function outcomeOf(is_published: boolean, before = false) {
  if (is_published === before) return 'saved'
  return is_published ? 'published' : 'unpublished'
}

function LegalNote({ page: { slug, is_published } }: { page: AdminSitePage }) {
  const t = useTranslate()
  return (
    <div className="card max-w-3xl p-4">
      <p className="font-semibold">{t('content.pages.legal_law')}</p>
      <p className="mt-1 text-muted">
        {t(is_published ? 'content.pages.legal_shown' : 'content.pages.legal_pending', { path: pathOf(slug) })}
      </p>
    </div>
  )
}

type FactsProps = {
  draft: SitePageFields
  saved: AdminSitePage | undefined
  errorOf: (name: string) => string | undefined
  onChange: (changes: Partial<SitePageFields>) => void
}

function SlugField({ draft: { slug }, saved, errorOf, onChange }: FactsProps) {
  const t = useTranslate()
  const isMoved = saved?.is_published && saved.slug !== slug
  return (
    <Field
      label={t('content.fields.slug')}
      value={slug}
      spellCheck={false}
      autoCapitalize="none"
      error={errorOf('slug')}
      hint={
        <>
          {t(isLegalSlug(slug) ? 'content.pages.slug_legal' : 'content.pages.slug_hint', { path: pathOf(slug) })}
          {isMoved && <strong className="block">{t('content.pages.slug_warning')}</strong>}
        </>
      }
      onChange={({ target }) => onChange({ slug: target.value })}
    />
  )
}

function Switches({ draft, onChange }: FactsProps) {
  const t = useTranslate()
  const names = ['is_published', ...(isLegalSlug(draft.slug) ? [] : (['in_footer', 'in_navigation'] as const))] as const
  return (
    <div>
      {names.map((name) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={draft[name]}
            onChange={({ target }) => onChange({ [name]: target.checked })}
          />
          {t(`content.fields.${name}`)}
        </label>
      ))}
    </div>
  )
}

/** Adds a slug made from the title of a new page, until an admin edits the slug. */
function withSlug(draft: SitePageFields, texts: SitePageFields['texts']): Partial<SitePageFields> {
  return draft.slug === slugOf(draft.texts.en.title) ? { texts, slug: slugOf(texts.en.title) } : { texts }
}

export function SitePageEditor({ edited }: { edited: ItemWithEtag<AdminSitePage> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = useContentFieldLabels()
  const editor = useEntityEditor(sitePageConfig, {
    edited,
    empty: sitePageConfig.empty,
    outcomeOf: ({ is_published }) => outcomeOf(is_published, edited?.item.is_published),
    textOf: (outcome) => t(`content.pages.${outcome as ReturnType<typeof outcomeOf>}`),
  })
  const { draft, set, errorOf, item, isDirty } = editor
  const { texts } = draft
  const isLegal = item !== undefined && isLegalSlug(item.slug)
  const facts = { draft, saved: item, errorOf, onChange: set }
  const setTexts = (changed: SitePageFields['texts']) => set(item ? { texts: changed } : withSlug(draft, changed))
  return (
    <EntityForm
      editor={editor}
      back={t('content.pages.back')}
      links={
        item?.is_published && (
          <a href={pathOf(item.slug)} target="_blank" rel="noreferrer" className="ml-auto text-brand underline">
            {t('content.pages.see')}
          </a>
        )
      }
      title={(texts[locale] ?? texts.en).title || t('content.pages.new')}
      labelOf={labelOf}
      removal={{
        label: t('content.pages.remove'),
        title: t('content.pages.remove_title'),
        action: t('content.pages.remove'),
        note: <p>{t(isLegal ? 'content.pages.legal_remove_note' : 'content.remove_note')}</p>,
      }}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      {isLegal && <LegalNote page={item} />}
      <TextPairs
        texts={texts}
        blank={blankPageText}
        fields={sitePageConfig.texts}
        hint={t('content.spanish_hint')}
        labelOf={labelOf}
        errorOf={errorOf}
        onChange={setTexts}
      />
      {!isLegal && <SlugField {...facts} />}
      {item && !isLegal && <FormerSlugs kind="site_page" id={item.id} slug={item.slug} />}
      {locales.map((one) => (
        <MarkdownField
          key={one}
          label={labelOf(`texts.${one}.body`)}
          locale={one}
          value={texts[one]?.body ?? ''}
          error={errorOf(`texts.${one}.body`)}
          onChange={(body) => setTexts(withText(texts, one, blankPageText, { body }))}
          onSubmit={() => isDirty && void editor.save()}
        />
      ))}
      <Switches {...facts} />
    </EntityForm>
  )
}
