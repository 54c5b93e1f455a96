import { maxSocialLinks } from '#shared/site/settings.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { RowsField } from '../rows-field.tsx'
import { useTranslate } from './messages.ts'

type Links = NonNullable<SiteState['social_links']>
type SocialLinksFieldProps = {
  links: Links | null
  standard: Links
  errorOf: (name: string) => string | undefined
  onChange: (links: Links | null) => void
}

export function SocialLinksField({ links, standard, errorOf, onChange }: SocialLinksFieldProps) {
  const t = useTranslate()
  if (!links)
    return (
      <fieldset>
        <legend className="font-semibold">{t('field.social_links')}</legend>
        <p className="mt-1 text-muted">
          {t('standard', { value: standard.map(({ name }) => name).join(', ') || t('none') })}
        </p>
        <button type="button" className="button button-quiet mt-2" onClick={() => onChange(standard)}>
          {t('links.own')}
        </button>
      </fieldset>
    )
  return (
    <RowsField
      legend={t('field.social_links')}
      path="social_links"
      rows={links}
      fields={[
        { name: 'name', label: (position) => t('links.name', { place: position }) },
        { name: 'url', label: (position) => t('links.url', { place: position }), type: 'url' },
      ]}
      most={maxSocialLinks}
      add={t('links.add')}
      remove={(position) => t('links.remove', { place: position })}
      columns="sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
      actions={
        <button type="button" className="button button-quiet" onClick={() => onChange(null)}>
          {t('links.reset')}
        </button>
      }
      {...{ errorOf, onChange }}
    />
  )
}
