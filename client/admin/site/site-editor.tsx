import { adminSitePaths } from '#shared/admin/site-paths.ts'
import type { Picture } from '#shared/blog/media.ts'
import { mailTextFields, SiteSettings, siteStateOf } from '#shared/site/settings.ts'
import type { SiteDefaults, SiteState } from '#shared/site/settings.ts'
import { Link } from '../../app/link.tsx'
import { useDayFormat } from '../../app/format/dates.ts'
import { useToast } from '../../ui/toast.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EditorForm } from '../editor-form.tsx'
import { useLabels } from '../entity-editor.tsx'
import { EntityFields } from '../entity-fields.tsx'
import type { EntityField, FieldContext } from '../fields.ts'
import { PictureField } from '../picture-field.tsx'
import { useEditor } from '../use-editor.ts'
import { BrandField } from './brand-field.tsx'
import { MailPreviews } from './mail-previews.tsx'
import { useTranslate } from './messages.ts'
import { SocialLinksField } from './social-links-field.tsx'

const pictures = { logo_hash: 'logo', logo_dark_hash: 'logo_dark', card_hash: 'card' } as const
const groups = ['brand', 'company', 'social', 'legal', 'mails', 'running'] as const

type SiteFields = Record<(typeof groups)[number], readonly EntityField<SiteState, SiteSettings>[]>

/** Functions that describe a text and a date. An empty one uses the environment's value, which its hint shows. */
function useTextFields(defaults: SiteDefaults) {
  const t = useTranslate()
  const day = useDayFormat()
  const line = (path: 'name' | 'company_name' | 'company_address' | 'contact_email') => ({
    path,
    kind: 'line' as const,
    label: t(`field.${path}`),
    isNullable: true,
    input: { placeholder: defaults[path], dir: undefined, ...(path === 'contact_email' && { type: 'email' }) },
    hint: (draft: SiteState) => (
      <>
        {draft[path] === null && t('standard', { value: defaults[path] })}
        {path === 'contact_email' && (
          <span className="block">{t('sender_hint', { sender: defaults.mail_sender })}</span>
        )}
      </>
    ),
  })
  const date = (path: 'terms_date' | 'privacy_date') => ({
    path,
    kind: 'date' as const,
    label: t(`field.${path}`),
    isNullable: true,
    isHalf: true,
    hint: (draft: SiteState) => (draft[path] === null ? t('standard', { value: day(defaults[path]) }) : t('hint.date')),
  })
  return { line, date }
}

/** Fields of the settings by group. */
function useSiteFields(saved: SiteSettings, defaults: SiteDefaults): SiteFields {
  const t = useTranslate()
  const { line, date } = useTextFields(defaults)
  const picture = (path: keyof typeof pictures) => ({
    path,
    kind: 'custom' as const,
    label: t(`field.${path}`),
    isHalf: true,
    render: ({ draft, set, errorOf }: FieldContext<SiteState>) => (
      <LogoField
        name={path}
        hash={draft[path]}
        saved={saved[pictures[path]]}
        error={errorOf(path)}
        onChange={(hash) => set({ [path]: hash })}
      />
    ),
  })
  return {
    brand: [
      line('name'),
      {
        path: 'brand_color',
        kind: 'custom',
        label: t('field.brand_color'),
        render: ({ draft, set, errorOf }) => (
          <BrandField
            color={draft.brand_color}
            standard={defaults.brand_color}
            error={errorOf('brand_color')}
            onChange={(brand_color) => set({ brand_color })}
          />
        ),
      },
      ...(['logo_hash', 'logo_dark_hash', 'card_hash'] as const).map(picture),
    ],
    company: (['company_name', 'company_address', 'contact_email'] as const).map(line),
    social: [
      {
        path: 'social_links',
        kind: 'custom',
        label: t('field.social_links'),
        render: ({ draft, set, errorOf }) => (
          <SocialLinksField
            links={draft.social_links}
            standard={defaults.social_links}
            errorOf={errorOf}
            onChange={(social_links) => set({ social_links })}
          />
        ),
      },
    ],
    legal: (['terms_date', 'privacy_date'] as const).map(date),
    mails: mailTextFields.map((path) => ({
      path,
      kind: 'text' as const,
      label: t(`field.${path}`),
      isNullable: true,
      isHalf: true,
      input: { lang: path.slice(-2) },
      hint: (draft: SiteState) => draft[path] === null && t('mails.empty'),
    })),
    running: (['live_feed', 'asks_confirmed_email'] as const).map((path) => ({
      path,
      kind: 'choice' as const,
      label: t(`field.${path}`),
      hint: t(`hint.${path}`),
      isJson: true,
      options: [
        { value: 'null', name: t('standard', { value: t(defaults[path] ? 'on' : 'off') }) },
        { value: 'true', name: t('on') },
        { value: 'false', name: t('off') },
      ],
    })),
  }
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
          className={`mt-2 w-fit rounded-xl border border-line p-3 ${name === 'logo_dark_hash' ? 'bg-[#1a1917]' : 'bg-white'}`}
        >
          <img src={url} alt="" className={name === 'card_hash' ? 'w-56' : 'h-12 w-auto max-w-56'} />
        </p>
      )}
    />
  )
}

type SiteEditorProps = { edited: ItemWithEtag<SiteSettings>; defaults: SiteDefaults }

/** Settings of the site. */
export function SiteEditor({ edited, defaults }: SiteEditorProps) {
  const t = useTranslate()
  const { notice, show } = useToast()
  const fields = useSiteFields(edited.item, defaults)
  const editor = useEditor({
    path: adminSitePaths.api.site,
    schema: import.meta.env.DEV && SiteSettings,
    edited,
    draftOf: siteStateOf,
    empty: siteStateOf(edited.item),
    onSaved: () => show(t('saved')),
  })
  const { draft, set, errorOf } = editor
  const above = {
    legal: (
      <Link to={adminSitePaths.content('pages')} className="text-brand underline">
        {t('group.legal_note')}
      </Link>
    ),
    mails: <span className="text-sm text-muted">{t('mails.note')}</span>,
  }
  return (
    <>
      <p className="max-w-prose text-muted">{t('note')}</p>
      <EditorForm
        editor={editor}
        kind="site"
        target={1}
        labelOf={useLabels({ fields: Object.values(fields).flat() })}
        restored={(state) => siteStateOf(state as SiteSettings)}
        className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8"
      >
        {groups.map((group) => (
          <section key={group} className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
            <h2 className="text-xl font-bold">{t(`group.${group}`)}</h2>
            {group in above && <p className="max-w-prose">{above[group as keyof typeof above]}</p>}
            <EntityFields fields={fields[group]} {...{ draft, set, errorOf }} />
            {group === 'mails' && <MailPreviews settings={draft} />}
          </section>
        ))}
      </EditorForm>
      {notice}
    </>
  )
}
