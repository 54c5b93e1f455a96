import { useTranslate } from './messages.ts'

type Name = 'title' | 'excerpt' | 'cover_alt' | 'body' | 'slug'

/** What the fields of a post are called, by the way to them. */
export function useFieldLabels() {
  const t = useTranslate()
  return (way: string): string => {
    const [, locale, name] = /^texts\.(en|es)\.(\w+)$/.exec(way) ?? []
    if (locale)
      return t('field.in', { field: t(`field.${name as Name}`), locale: t(`locale.${locale as 'en' | 'es'}`) })
    return /^(?:cover)\b/.test(way) ? t('field.cover_hash') : t(`field.${way as Name}`)
  }
}
