import { maxSocialLinks } from '#shared/site/settings.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { Field } from '../../ui/field.tsx'
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
  const set = (position: number, changes: Partial<Links[number]>) =>
    onChange(links.map((link, index) => (index === position ? { ...link, ...changes } : link)))
  return (
    <fieldset>
      <legend className="font-semibold">{t('field.social_links')}</legend>
      <ol className="mt-2 grid gap-4">
        {links.map(({ name, url }, position) => (
          <li key={position} className="grid items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
            <Field
              label={t('links.name', { place: position + 1 })}
              value={name}
              error={errorOf(`social_links.${position}.name`)}
              onChange={({ target }) => set(position, { name: target.value })}
            />
            <Field
              label={t('links.url', { place: position + 1 })}
              type="url"
              value={url}
              error={errorOf(`social_links.${position}.url`)}
              onChange={({ target }) => set(position, { url: target.value })}
            />
            <button
              type="button"
              className="button button-quiet sm:mt-7"
              aria-label={t('links.remove', { place: position + 1 })}
              onClick={() => onChange(links.filter((_link, index) => index !== position))}
            >
              {t('links.remove_short')}
            </button>
          </li>
        ))}
      </ol>
      <p className="mt-3 flex flex-wrap gap-3">
        {links.length < maxSocialLinks && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => onChange([...links, { name: '', url: '' }])}
          >
            {t('links.add')}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => onChange(null)}>
          {t('links.reset')}
        </button>
      </p>
    </fieldset>
  )
}
