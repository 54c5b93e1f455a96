import type { FormEvent, ReactNode } from 'react'
import { adminSitePaths } from '#shared/admin-site-paths.ts'
import { SiteSettings, stateOfSite } from '#shared/site-settings.ts'
import type { SiteDefaults, SiteState } from '#shared/site-settings.ts'
import { useDayFormat } from '../../app/dates.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import type { Edited } from '../edited.ts'
import { History } from '../history.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useEditor } from '../use-editor.ts'
import { BrandField } from './brand-field.tsx'
import { LogoField } from './logo-field.tsx'
import { useTranslate } from './messages.ts'
import { SocialLinksField } from './social-links-field.tsx'
import { SwitchField } from './switch-field.tsx'

type TextName = 'name' | 'company_name' | 'company_address' | 'contact_email'
const companyFields: readonly TextName[] = ['company_name', 'company_address', 'contact_email']
const dates = ['terms_date', 'privacy_date'] as const
const switches = ['live_feed', 'asks_confirmed_email'] as const

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  )
}

/** What stands empty is as the environment has it, which is shown in its place. */
export function SiteEditor({ edited, defaults }: { edited: Edited<SiteSettings>; defaults: SiteDefaults }) {
  const t = useTranslate()
  const day = useDayFormat()
  const { notice, show } = useToast()
  const labelOf = (way: string) => t(`field.${way.replace(/\..*/, '') as keyof SiteState}`)
  const editor = useEditor({
    path: adminSitePaths.api.site,
    schema: import.meta.env.DEV && SiteSettings,
    edited,
    draftOf: stateOfSite,
    empty: stateOfSite(edited.item),
    onSaved: () => show(t('saved')),
  })
  const { draft, set, errorOf, conflict, isBusy } = editor
  const textField = (name: TextName) => (
    <Field
      key={name}
      label={t(`field.${name}`)}
      {...(name === 'contact_email' && { type: 'email' })}
      value={draft[name] ?? ''}
      placeholder={defaults[name]}
      hint={draft[name] === null && t('standard', { value: defaults[name] })}
      error={errorOf(name)}
      onChange={({ target }) => set({ [name]: target.value === '' ? null : target.value })}
    />
  )
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  return (
    <>
      <p className="max-w-prose text-muted">{t('note')}</p>
      <form className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8" onSubmit={onSubmit} noValidate>
        <Group title={t('group.brand')}>
          {textField('name')}
          <BrandField
            color={draft.brand_color}
            standard={defaults.brand_color}
            error={errorOf('brand_color')}
            onChange={(brand_color) => set({ brand_color })}
          />
          <div className="grid items-start gap-5 md:grid-cols-2">
            {(['logo_hash', 'logo_dark_hash'] as const).map((name) => (
              <LogoField
                key={name}
                name={name}
                hash={draft[name]}
                saved={name === 'logo_hash' ? edited.item.logo : edited.item.logo_dark}
                error={errorOf(name)}
                onChange={(hash) => set({ [name]: hash })}
              />
            ))}
          </div>
        </Group>
        <Group title={t('group.company')}>{companyFields.map(textField)}</Group>
        <Group title={t('group.social')}>
          <SocialLinksField
            links={draft.social_links}
            standard={defaults.social_links}
            errorOf={errorOf}
            onChange={(social_links) => set({ social_links })}
          />
        </Group>
        <Group title={t('group.legal')}>
          <div className="grid items-start gap-5 md:grid-cols-2">
            {dates.map((name) => (
              <Field
                key={name}
                type="date"
                label={t(`field.${name}`)}
                value={draft[name] ?? ''}
                hint={draft[name] === null ? t('standard', { value: day(defaults[name]) }) : t('hint.date')}
                error={errorOf(name)}
                onChange={({ target }) => set({ [name]: target.value === '' ? null : target.value })}
              />
            ))}
          </div>
        </Group>
        <Group title={t('group.running')}>
          {switches.map((name) => (
            <SwitchField
              key={name}
              name={name}
              value={draft[name]}
              standard={defaults[name]}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        </Group>
        <SaveBar editor={editor} />
      </form>
      {conflict && <ConflictDialog conflict={conflict} isBusy={isBusy} labelOf={labelOf} />}
      <div className="mt-10">
        <History
          kind="site"
          target={1}
          labelOf={labelOf}
          onRestore={(state) => {
            set(stateOfSite(state as SiteSettings))
            scrollTo({ top: 0 })
          }}
        />
      </div>
      {notice}
    </>
  )
}
