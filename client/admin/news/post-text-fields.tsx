import { useState } from 'react'
import { isBlankText, missingFields } from '#shared/admin/posts.ts'
import type { AdminPost, PostState, PostText } from '#shared/admin/posts.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { FieldProblems } from '#shared/problem.ts'
import { useLocale } from '../../app/i18n.tsx'
import { Field } from '../../ui/field.tsx'
import type { EntityEditorState } from '../entity-editor.tsx'
import { MarkdownField } from '../markdown-field.tsx'
import { useTranslate } from './messages.ts'

/** Language whose fields are shown. A new error opens the language of its field. */
function useShownLocale(fields: FieldProblems) {
  const [shown, setShown] = useState(useLocale())
  const [seenFields, setSeenFields] = useState(fields)
  if (fields !== seenFields) {
    setSeenFields(fields)
    const wrong = locales.filter((one) => Object.keys(fields).some((path) => path.startsWith(`texts.${one}`)))
    if (wrong[0] && !wrong.includes(shown)) setShown(wrong[0])
  }
  return [shown, setShown] as const
}

type LanguageTabsProps = { draft: PostState; current: Locale; onChoose: (locale: Locale) => void }

/** Languages of the text, each with what is missing. */
function LanguageTabs({ draft, current, onChoose }: LanguageTabsProps) {
  const t = useTranslate()
  const missing = missingFields(draft)
  const stateOf = (one: Locale) => {
    if (isBlankText(draft.texts[one])) return t('post.unwritten')
    const count = missing.filter((path) => path.startsWith(`texts.${one}.`)).length
    return count === 0 ? t('post.complete') : t('post.missing', { count })
  }
  return (
    <fieldset aria-label={t('post.language')} className="flex flex-wrap gap-2">
      {locales.map((one) => (
        <button key={one} type="button" className="tab" aria-pressed={one === current} onClick={() => onChoose(one)}>
          {t(`locale.${one}`)}
          <span className="ml-1.5 text-sm font-normal"> · {stateOf(one)}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Texts of one language, below a tab for each language. */
export function PostTextFields({ editor }: { editor: EntityEditorState<AdminPost, PostState> }) {
  const t = useTranslate()
  const { draft, set, errorOf, fields, isDirty, save } = editor
  const [locale, setLocale] = useShownLocale(fields)
  const text = draft.texts[locale]
  const setText = (changes: Partial<PostText>) => set({ texts: { ...draft.texts, [locale]: { ...text, ...changes } } })
  const field = (name: 'title' | 'excerpt' | 'cover_alt', hint?: string) => (
    <Field
      label={t(`field.${name}`)}
      lang={locale}
      dir="auto"
      value={text[name]}
      hint={hint}
      error={errorOf(`texts.${locale}.${name}`)}
      onChange={({ target }) => setText({ [name]: target.value })}
    />
  )
  return (
    <div className="grid gap-5">
      <LanguageTabs draft={draft} current={locale} onChoose={setLocale} />
      {field('title')}
      {field('excerpt', t('field.excerpt_hint'))}
      {(draft.cover_hash !== null || text.cover_alt !== '') && field('cover_alt', t('field.cover_alt_hint'))}
      <MarkdownField
        key={locale}
        label={t('field.body')}
        locale={locale}
        value={text.body}
        error={errorOf(`texts.${locale}.body`)}
        onChange={(body) => setText({ body })}
        onSubmit={() => isDirty && void save()}
      />
    </div>
  )
}
