import { isBlankText, missingFields } from '#shared/admin/posts.ts'
import type { PostState, PostText } from '#shared/admin/posts.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { Field } from '../../ui/field.tsx'
import { MarkdownField } from '../markdown-field.tsx'
import { useTranslate } from './messages.ts'

type PostTextFieldsProps = {
  draft: PostState
  locale: Locale
  onChoose: (locale: Locale) => void
  errorOf: (name: string) => string | undefined
  onChange: (texts: PostState['texts']) => void
  onSubmit: () => void
}

/** Fields of one language; each language tab shows what is missing. */
export function PostTextFields({ draft, locale, onChoose, errorOf, onChange, onSubmit }: PostTextFieldsProps) {
  const t = useTranslate()
  const missing = missingFields(draft)
  const stateOf = (one: Locale) => {
    if (isBlankText(draft.texts[one])) return t('post.unwritten')
    const count = missing.filter((path) => path.startsWith(`texts.${one}.`)).length
    return count === 0 ? t('post.complete') : t('post.missing', { count })
  }
  const text = draft.texts[locale]
  const set = (changes: Partial<PostText>) => onChange({ ...draft.texts, [locale]: { ...text, ...changes } })
  const field = (name: 'title' | 'excerpt' | 'cover_alt', hint?: string) => (
    <Field
      label={t(`field.${name}`)}
      lang={locale}
      dir="auto"
      value={text[name]}
      hint={hint}
      error={errorOf(`texts.${locale}.${name}`)}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <div className="grid gap-5">
      <fieldset aria-label={t('post.language')} className="flex flex-wrap gap-2">
        {locales.map((one) => (
          <button key={one} type="button" className="tab" aria-pressed={one === locale} onClick={() => onChoose(one)}>
            {t(`locale.${one}`)}
            <span className="ml-1.5 text-sm font-normal"> · {stateOf(one)}</span>
          </button>
        ))}
      </fieldset>
      {field('title')}
      {field('excerpt', t('field.excerpt_hint'))}
      {(draft.cover_hash !== null || text.cover_alt !== '') && field('cover_alt', t('field.cover_alt_hint'))}
      <MarkdownField
        key={locale}
        label={t('field.body')}
        locale={locale}
        value={text.body}
        error={errorOf(`texts.${locale}.body`)}
        onChange={(body) => set({ body })}
        onSubmit={onSubmit}
      />
    </div>
  )
}
