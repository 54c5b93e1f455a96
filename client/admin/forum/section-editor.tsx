import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { AdminSection } from '#shared/admin-sections.ts'
import type { SectionState } from '#shared/admin-sections.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { slugOf } from '#shared/slugs.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { Edited } from '../edited.ts'
import { EditorForm } from '../editor-form.tsx'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import { SectionRemoval } from './section-removal.tsx'
import { sectionsQuery } from './sections.queries.ts'

const draftOf = ({ slug, position, texts }: AdminSection): SectionState => ({ slug, position, texts })
const blank = { name: '', description: '' }

function useSectionEditor(edited: Edited<AdminSection> | null, onSaved: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: sections = [] } = useQuery(sectionsQuery)
  const position = sections.reduce((last, section) => Math.max(last, section.position), 0) + 1
  return useEditor({
    path: edited ? adminNewsPaths.api.section(edited.item.id) : adminNewsPaths.api.sections,
    schema: import.meta.env.DEV && AdminSection,
    edited,
    draftOf,
    empty: { slug: '', position, texts: { en: blank, es: blank } },
    onSaved: ({ item }) => {
      void client.invalidateQueries({ queryKey: sectionsQuery.queryKey })
      if (edited) onSaved()
      else void navigate(adminNewsPaths.section(item.id), { replace: true, state: { said: 'saved' } })
    },
  })
}

function useLabels() {
  const t = useTranslate()
  return (way: string) => {
    const [, locale, name] = /^texts\.(en|es)\.(name|description)$/.exec(way) ?? []
    if (!locale) return t(`field.${way as 'slug' | 'position'}`)
    return t('field.in', { field: t(`field.${name as 'name'}`), locale: t(`field.${locale as Locale}`) })
  }
}

export function SectionEditor({ edited }: { edited: Edited<AdminSection> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = useLabels()
  const { notice, show } = useSaid(() => t('section.saved'))
  const editor = useSectionEditor(edited, () => show(t('section.saved')))
  const { draft, set, errorOf } = editor
  const item = edited?.item
  const setText = (one: Locale, changes: Partial<SectionState['texts'][Locale]>) => {
    const texts = { ...draft.texts, [one]: { ...draft.texts[one], ...changes } }
    const isSuggested = !item && draft.slug === slugOf(draft.texts.en.name)
    set(isSuggested ? { texts, slug: slugOf(texts.en.name) } : { texts })
  }
  return (
    <>
      <Link to={adminNewsPaths.sections} className="text-brand underline">
        {t('section.back')}
      </Link>
      <h2 dir="auto" className="mt-4 text-2xl font-bold wrap-anywhere">
        {draft.texts[locale].name || t('section.new')}
      </h2>
      <EditorForm
        editor={editor}
        kind="section"
        item={item}
        draftOf={draftOf}
        labelOf={labelOf}
        removal={item && <SectionRemoval section={item} etag={editor.etag} onRemoved={editor.discard} />}
      >
        <div className="grid items-start gap-5 md:grid-cols-2">
          {locales.map((one) => (
            <fieldset key={one} className="grid gap-4">
              <legend className="mb-2 font-semibold">{t(`field.${one}`)}</legend>
              {(['name', 'description'] as const).map((name) => (
                <Field
                  key={name}
                  label={t(`field.${name}`)}
                  lang={one}
                  value={draft.texts[one][name]}
                  error={errorOf(`texts.${one}.${name}`)}
                  onChange={({ target }) => setText(one, { [name]: target.value })}
                />
              ))}
            </fieldset>
          ))}
          <Field
            label={t('field.slug')}
            value={draft.slug}
            spellCheck={false}
            autoCapitalize="none"
            hint={t('field.slug_hint', { slug: draft.slug })}
            error={errorOf('slug')}
            onChange={({ target }) => set({ slug: target.value })}
          />
          <Field
            type="number"
            min={0}
            label={t('field.position')}
            value={Number.isNaN(draft.position) ? '' : draft.position}
            hint={t('field.position_hint')}
            error={errorOf('position')}
            onChange={({ target }) => set({ position: target.valueAsNumber })}
          />
        </div>
      </EditorForm>
      {notice}
    </>
  )
}
