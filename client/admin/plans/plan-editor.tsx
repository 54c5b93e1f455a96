import { figurePlaceholders } from '#shared/library/figures.ts'
import { planPlaceholders } from '#shared/subscription/placeholders.ts'
import * as z from 'zod/mini'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { AdminPlan, AdminPlanRow } from '#shared/admin/plans.ts'
import type { PlanState } from '#shared/admin/plans.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { apiQuery } from '../../app/api.ts'
import { useLocale } from '../../app/i18n.tsx'
import { plansQuery } from '../../app/plans.queries.ts'
import { taxBehaviors } from '#shared/subscription/schema.ts'
import type { TaxBehavior } from '#shared/subscription/schema.ts'
import { Field } from '../../ui/field.tsx'
import type { ItemWithEtag } from '../item-with-etag.ts'
import { EntityForm } from '../editor-form.tsx'
import { useEntityEditor } from '../entity.tsx'
import type { EntityConfig } from '../entity.tsx'
import { Select, TextArea } from '../form-fields.tsx'
import type { EditorState } from '../use-editor.ts'
import { useTranslate } from './messages.ts'
import type { messages } from './messages.en.ts'
import { PriceChanges } from './price-changes.tsx'

const numbers = ['position', 'tier'] as const
const prices = ['monthly_price', 'monthly_old_price', 'yearly_price', 'yearly_old_price', 'yearly_discount'] as const
const blank = { name: '', sub_title: '', description: '', unavailable_text: '' }
const empty: PlanState = {
  slug: '',
  position: 10,
  tier: 1,
  currency: 'USD',
  tax_behavior: 'exclusive',
  purchasable: false,
  hidden: false,
  monthly_price: null,
  monthly_old_price: null,
  yearly_price: null,
  yearly_old_price: null,
  yearly_discount: null,
  texts: { en: blank, es: blank },
}
export const adminPlansQuery = apiQuery(adminMoneyPaths.api.plans, import.meta.env.DEV && z.array(AdminPlanRow))
export const planConfig: EntityConfig<AdminPlan, PlanState> = {
  kind: 'plan',
  schema: import.meta.env.DEV && AdminPlan,
  api: { list: adminMoneyPaths.api.plans, item: adminMoneyPaths.api.plan },
  pages: { list: adminMoneyPaths.plans, item: adminMoneyPaths.plan },
  keys: [adminPlansQuery.queryKey, plansQuery.queryKey],
  draftOf: ({ id: _id, ...state }) => state,
}

/** Returns a former state for the form. A logged price change has no texts, so it cannot be restored. */
const restore = (state: Record<string, unknown>): Partial<PlanState> =>
  'texts' in state ? { ...planConfig.draftOf(state as AdminPlan), hidden: state.hidden === true } : {}

type FieldName = keyof (typeof messages)['plans']['fields']
function useLabels() {
  const t = useTranslate()
  return (path: string): string => {
    const [, locale, name] = /^texts\.(en|es)\.(\w+)$/.exec(path) ?? []
    if (!locale) return Object.hasOwn(empty, path) ? t(`plans.fields.${path as FieldName & keyof PlanState}`) : path
    return t('plans.fields.in', {
      field: t(`plans.fields.${name as 'name'}`),
      locale: t(`plans.fields.${locale as Locale}`),
    })
  }
}

function TextFields({ editor: { draft, set, errorOf }, locale }: { editor: EditorState<PlanState>; locale: Locale }) {
  const t = useTranslate()
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
      <TextArea
        label={t('plans.fields.description')}
        lang={locale}
        value={texts.description}
        hint={t('plans.fields.figures_hint', { placeholders: figurePlaceholders, plans: planPlaceholders })}
        error={errorOf(`texts.${locale}.description`)}
        onChange={(description) => setText({ description })}
      />
      {line('unavailable_text', t('plans.fields.unavailable_hint'))}
    </fieldset>
  )
}

function FactFields({ editor: { draft, set, errorOf }, isNew }: { editor: EditorState<PlanState>; isNew: boolean }) {
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
      <Select
        label={t('plans.fields.tax_behavior')}
        value={draft.tax_behavior}
        options={taxBehaviors.map((value) => ({ value, name: t(`plans.tax_behaviors.${value}`) }))}
        hint={t('plans.fields.tax_behavior_hint')}
        error={errorOf('tax_behavior')}
        onChange={(value) => set({ tax_behavior: value as TaxBehavior })}
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

export function PlanEditor({ edited }: { edited: ItemWithEtag<AdminPlan> | null }) {
  const t = useTranslate()
  const locale = useLocale()
  const labelOf = useLabels()
  const editor = useEntityEditor(planConfig, { edited, empty, textOf: () => t('plans.saved') })
  return (
    <EntityForm
      editor={editor}
      back={t('plans.back')}
      title={editor.draft.texts[locale].name || t('plans.new')}
      labelOf={labelOf}
      restore={restore}
      removal={{
        label: t('removal.open'),
        title: t('removal.question'),
        action: t('removal.submit'),
        // The server explains in its response why a plan with subscribers cannot be removed.
        note: <p>{t('removal.note')}</p>,
      }}
      below={edited && <PriceChanges plan={edited.item} onChanged={editor.show} />}
      className="mt-6 grid grid-cols-1 gap-6"
    >
      <div className="grid items-start gap-6 md:grid-cols-2">
        {locales.map((one) => (
          <TextFields key={one} editor={editor} locale={one} />
        ))}
      </div>
      <FactFields editor={editor} isNew={!edited} />
    </EntityForm>
  )
}
