import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { Picture } from '#shared/blog/media.ts'
import { SiteSettings, siteStateOf } from '#shared/site/settings.ts'
import type { SiteDefaults, SiteState } from '#shared/site/settings.ts'
import { useDayFormat } from '../../app/format/dates.ts'
import { Field } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EditorForm } from '../editor-form.tsx'
import { Select } from '../form-fields.tsx'
import { PictureField } from '../picture-field.tsx'
import { useEditor } from '../use-editor.ts'
import { BrandField } from './brand-field.tsx'
import { MailFields } from './mail-fields.tsx'
import { useTranslate } from './messages.ts'
import { SocialLinksField } from './social-links-field.tsx'

type TextName = 'name' | 'company_name' | 'company_address' | 'contact_email'
const companyFields: readonly TextName[] = ['company_name', 'company_address', 'contact_email']
const dates = ['terms_date', 'privacy_date'] as const
const pictures = { logo_hash: 'logo', logo_dark_hash: 'logo_dark', card_hash: 'card' } as const
const switches = ['live_feed', 'asks_confirmed_email'] as const

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  )
}

type SwitchFieldProps = {
  name: (typeof switches)[number]
  value: boolean | null
  standard: boolean
  onChange: (value: boolean | null) => void
}
const choices = { standard: null, on: true, off: false } as const

function SwitchField({ name, value, standard, onChange }: SwitchFieldProps) {
  const t = useTranslate()
  return (
    <Select
      label={t(`field.${name}`)}
      value={value === null ? 'standard' : value ? 'on' : 'off'}
      options={[
        { value: 'standard', name: t('standard', { value: t(standard ? 'on' : 'off') }) },
        { value: 'on', name: t('on') },
        { value: 'off', name: t('off') },
      ]}
      hint={t(`hint.${name}`)}
      onChange={(choice) => onChange(choices[choice as keyof typeof choices])}
    />
  )
}

type LogoFieldProps = {
  name: keyof typeof pictures
  hash: string | null
  saved: Picture | null
  error: string | undefined
  onChange: (hash: string | null) => void
}

function LogoField({ name, ...field }: LogoFieldProps) {
  const t = useTranslate()
  return (
    <PictureField
      {...field}
      label={t(`field.${name}`)}
      texts={{
        upload: t('logo.upload'),
        replace: t('logo.replace'),
        remove: t('logo.remove'),
        uploading: t('logo.uploading'),
        failed: t('logo.failed'),
        none: t(`logo.none.${name}`),
      }}
      render={(url) => (
        <p
          className={`mt-2 w-fit rounded-xl border border-line p-3 ${name === 'logo_dark_hash' ? 'bg-[#1d1929]' : 'bg-white'}`}
        >
          <img src={url} alt="" className={name === 'card_hash' ? 'w-56' : 'h-12 w-auto max-w-56'} />
        </p>
      )}
    />
  )
}

/** Site settings. An empty field uses the environment's value, which the field shows as its placeholder. */
export function SiteEditor({ edited, defaults }: { edited: ItemWithEtag<SiteSettings>; defaults: SiteDefaults }) {
  const t = useTranslate()
  const day = useDayFormat()
  const { notice, show } = useToast()
  const labelOf = (path: string) => t(`field.${path.replace(/\..*/, '') as keyof SiteState}`)
  const editor = useEditor({
    path: adminSitePaths.api.site,
    schema: import.meta.env.DEV && SiteSettings,
    edited,
    draftOf: siteStateOf,
    empty: siteStateOf(edited.item),
    onSaved: () => show(t('saved')),
  })
  const { draft, set, errorOf } = editor
  const textField = (name: TextName) => (
    <Field
      key={name}
      label={t(`field.${name}`)}
      {...(name === 'contact_email' && { type: 'email' })}
      value={draft[name] ?? ''}
      placeholder={defaults[name]}
      hint={
        <>
          {draft[name] === null && t('standard', { value: defaults[name] })}
          {name === 'contact_email' && (
            <span className="block">{t('sender_hint', { sender: defaults.mail_sender })}</span>
          )}
        </>
      }
      error={errorOf(name)}
      onChange={({ target }) => set({ [name]: target.value === '' ? null : target.value })}
    />
  )
  return (
    <>
      <p className="max-w-prose text-muted">{t('note')}</p>
      <EditorForm
        editor={editor}
        kind="site"
        target={1}
        labelOf={labelOf}
        restored={(state) => siteStateOf(state as SiteSettings)}
        className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8"
      >
        <Group title={t('group.brand')}>
          {textField('name')}
          <BrandField
            color={draft.brand_color}
            standard={defaults.brand_color}
            error={errorOf('brand_color')}
            onChange={(brand_color) => set({ brand_color })}
          />
          <div className="grid items-start gap-5 md:grid-cols-2">
            {(['logo_hash', 'logo_dark_hash', 'card_hash'] as const).map((name) => (
              <LogoField
                key={name}
                name={name}
                hash={draft[name]}
                saved={edited.item[pictures[name]]}
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
          <p>
            <Link to={adminSitePaths.content('pages')} className="text-brand underline">
              {t('group.legal_note')}
            </Link>
          </p>
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
        <Group title={t('group.mails')}>
          <MailFields settings={draft} errorOf={errorOf} onChange={set} />
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
      </EditorForm>
      {notice}
    </>
  )
}
