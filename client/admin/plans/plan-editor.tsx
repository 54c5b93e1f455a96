import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import type { AdminPlan, PlanState } from '#shared/admin-plans.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from '../../app/i18n.tsx'
import { plansQuery } from '../../app/plans.queries.ts'
import { Field } from '../../ui/field.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import type { Edited } from '../edited.ts'
import { History } from '../history.tsx'
import { SaveBar } from '../save-bar.tsx'
import { useEditor } from '../use-editor.ts'
import { useSaid } from '../use-said.ts'
import { useTranslate } from './messages.ts'
import type { messages } from './messages.en.ts'
import { adminPlansQuery, planSchema } from './plans.queries.ts'
import { PlanRemoval } from './plan-removal.tsx'
import { PriceChanges } from './price-changes.tsx'

const numbers = ['position', 'tier'] as const
const prices = ['monthly_price', 'monthly_old_price', 'yearly_price', 'yearly_old_price', 'yearly_discount'] as const
const blank = { name: '', sub_title: '', description: '', unavailable_text: '' }
const empty: PlanState = {
  slug: '',
  position: 10,
  tier: 1,
  currency: 'USD',
  purchasable: false,
  hidden: false,
  monthly_price: null,
  monthly_old_price: null,
  yearly_price: null,
  yearly_old_price: null,
  yearly_discount: null,
  texts: { en: blank, es: blank },
}
const draftOf = ({ id: _id, ...state }: AdminPlan): PlanState => state

type FieldName = keyof (typeof messages)['plans']['fields']
function useLabels() {
  const t = useTranslate()
  return (way: string): string => {
    const [, locale, name] = /^texts\.(en|es)\.(\w+)$/.exec(way) ?? []
    if (!locale) return Object.hasOwn(empty, way) ? t(`plans.fields.${way as FieldName & keyof PlanState}`) : way
    return t('plans.fields.in', {
      field: t(`plans.fields.${name as 'name'}`),
      locale: t(`plans.fields.${locale as Locale}`),
    })
  }
}

type Editor = ReturnType<typeof useEditor<AdminPlan, PlanState>>

function TextFields({ editor: { draft, set, errorOf }, locale }: { editor: Editor; locale: Locale }) {
  const t = useTranslate()
  const id = useId()
  const texts = draft.texts[locale]
  const setText = (changes: Partial<typeof texts>) =>
    set({ texts: { ...draft.texts, [locale]: { ...texts, ...changes } } })
  const line = (name: 'name' | 'sub_title' | 'unavailable_text', hint?: string) => (
    <Field
      label={t(`plans.fields.${name}`)}
      lang={locale}
      value={texts[name]}
      hint={hint}
      error={errorOf(`texts.${locale}.${name}`)}
      onChange={({ target }) => setText({ [name]: target.value })}
    />
  )
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-semibold">{t(`plans.fields.${locale}`)}</legend>
      {line('name')}
      {line('sub_title')}
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          {t('plans.fields.description')}
        </label>
        <textarea
          id={id}
          lang={locale}
          rows={6}
          className="field aria-invalid:border-danger"
          aria-invalid={errorOf(`texts.${locale}.description`) ? true : undefined}
          value={texts.description}
          onChange={({ target }) => setText({ description: target.value })}
        />
        <p className="mt-1 text-sm text-danger empty:hidden">{errorOf(`texts.${locale}.description`)}</p>
      </div>
      {line('unavailable_text', t('plans.fields.unavailable_hint'))}
    </fieldset>
  )
}

function FactFields({ editor: { draft, set, errorOf }, isNew }: { editor: Editor; isNew: boolean }) {
  const t = useTranslate()
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Field
        label={t('plans.fields.slug')}
        value={draft.slug}
        readOnly={!isNew}
        hint={t('plans.fields.slug_hint')}
        error={errorOf('slug')}
        onChange={({ target }) => set({ slug: target.value })}
      />
      <Field
        label={t('plans.fields.currency')}
        value={draft.currency}
        hint={t('plans.fields.currency_hint')}
        error={errorOf('currency')}
        onChange={({ target }) => set({ currency: target.value.toUpperCase() })}
      />
      {numbers.map((name) => (
        <Field
          key={name}
          type="number"
          label={t(`plans.fields.${name}`)}
          value={Number.isNaN(draft[name]) ? '' : draft[name]}
          error={errorOf(name)}
          onChange={({ target }) => set({ [name]: target.valueAsNumber })}
        />
      ))}
      {prices.map((name) => (
        <Field
          key={name}
          type="number"
          step="any"
          label={t(`plans.fields.${name}`)}
          value={draft[name] ?? ''}
          error={errorOf(name)}
          onChange={({ target }) => set({ [name]: target.value === '' ? null : target.valueAsNumber })}
        />
      ))}
      {(['purchasable', 'hidden'] as const).map((name) => (
        <div key={name}>
          <label className="flex items-center gap-3 font-semibold">
            <input
              type="checkbox"
              checked={draft[name]}
              aria-invalid={errorOf(name) ? true : undefined}
              onChange={({ target }) => set({ [name]: target.checked })}
            />
            {t(`plans.fields.${name}`)}
          </label>
          {name === 'hidden' && <p className="mt-1 text-sm text-muted">{t('plans.fields.hidden_hint')}</p>}
          <p className="mt-1 text-sm text-danger empty:hidden">{errorOf(name)}</p>
        </div>
      ))}
    </div>
  )
}

export function PlanEditor({ edited }: { edited: Edited<AdminPlan> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const client = useQueryClient()
  const navigate = useNavigate()
  const labelOf = useLabels()
  const { notice, show } = useSaid(() => t('plans.saved'))
  const editor = useEditor<AdminPlan, PlanState>({
    path: edited ? adminMoneyPaths.api.plan(edited.item.id) : adminMoneyPaths.api.plans,
    schema: planSchema,
    edited,
    draftOf,
    empty,
    onSaved: ({ item }) => {
      for (const { queryKey } of [adminPlansQuery, plansQuery]) void client.invalidateQueries({ queryKey })
      if (edited) show(t('plans.saved'))
      else void navigate(adminMoneyPaths.plan(item.id), { replace: true, state: { said: 'saved' } })
    },
  })
  const { draft, set, conflict, isBusy } = editor
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  return (
    <>
      <h2 className="mt-4 text-2xl font-bold wrap-anywhere">{draft.texts[locale].name || t('plans.new')}</h2>
      <form className="mt-6 grid grid-cols-1 gap-6" onSubmit={onSubmit} noValidate>
        <div className="grid items-start gap-6 md:grid-cols-2">
          {locales.map((one) => (
            <TextFields key={one} editor={editor} locale={one} />
          ))}
        </div>
        <FactFields editor={editor} isNew={!edited} />
        <SaveBar editor={editor} />
      </form>
      {conflict && <ConflictDialog conflict={conflict} isBusy={isBusy} labelOf={labelOf} />}
      {edited && (
        <div className="mt-10 grid grid-cols-1 gap-10">
          <PriceChanges plan={edited.item} onSaid={show} />
          <History
            kind="plan"
            target={edited.item.id}
            labelOf={labelOf}
            onRestore={(state) => {
              if (!('texts' in state)) return
              set({ ...draftOf(state as AdminPlan), hidden: 'hidden' in state && state.hidden === true })
              scrollTo({ top: 0 })
            }}
          />
          {editor.etag !== undefined && <PlanRemoval id={edited.item.id} etag={editor.etag} />}
        </div>
      )}
      {notice}
    </>
  )
}
