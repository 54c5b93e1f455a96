import * as z from 'zod/mini'
import { fieldError, idParam, isLine, lineUpTo, wholeNumber } from '../fields.ts'
import { onlySitePlaceholders } from '../subscription/text-placeholders.ts'
import { BillingPeriod, TaxBehavior } from '../subscription/schema.ts'
import { highestTier } from '../tier.ts'

const Money = z.number(fieldError('schema.number'))
const Price = z.nullable(Money)
const lineError = fieldError('schema.short_line', { max: 200 })
const LineOrBlank = z.string(lineError).check(
  z.trim(),
  z.maxLength(200, lineError),
  z.refine<string>((text) => text === '' || isLine(text), lineError),
)
const featuresError = fieldError('schema.text_length', { min: 0, max: 2_000 })
const Features = z.string(featuresError).check(
  z.trim(),
  z.maxLength(2_000, featuresError),
  z.refine<string>((text) => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text), featuresError),
)
const PlanText = z.object({
  name: lineUpTo(60),
  sub_title: LineOrBlank.check(onlySitePlaceholders),
  description: Features.check(onlySitePlaceholders),
  unavailable_text: LineOrBlank,
})
const currencyError = fieldError('schema.other')

/** Editable fields of a plan. A price is a decimal; null if the plan is not sold for that period. */
export const PlanState = z.object({
  slug: z
    .string(currencyError)
    .check(z.regex(/^[a-z\d]+(?:-[a-z\d]+){0,9}$/, currencyError), z.maxLength(60, currencyError)),
  position: wholeNumber(0, 10_000),
  tier: wholeNumber(0, highestTier),
  currency: z.string(currencyError).check(z.regex(/^[A-Z]{3}$/, currencyError)),
  tax_behavior: z._default(TaxBehavior, 'exclusive'),
  purchasable: z.boolean(),
  hidden: z._default(z.boolean(), false),
  monthly_price: Price,
  monthly_old_price: Price,
  yearly_price: Price,
  yearly_old_price: Price,
  yearly_discount: z.nullable(wholeNumber(1, 100)), // percent
  texts: z.object({ en: PlanText, es: PlanText }),
})
export type PlanState = z.infer<typeof PlanState>

const StoredText = z.object({
  name: z.string(),
  sub_title: z.string(),
  description: z.string(),
  unavailable_text: z.string(),
})
const StoredPrice = z.nullable(z.number())
export const AdminPlan = z.object({
  id: z.int(),
  slug: z.string(),
  position: z.int(),
  tier: z.int(),
  currency: z.string(),
  tax_behavior: TaxBehavior,
  purchasable: z.boolean(),
  hidden: z.boolean(),
  monthly_price: StoredPrice,
  monthly_old_price: StoredPrice,
  yearly_price: StoredPrice,
  yearly_old_price: StoredPrice,
  yearly_discount: z.nullable(z.int()),
  texts: z.object({ en: StoredText, es: StoredText }),
})
export type AdminPlan = z.infer<typeof AdminPlan>
export const AdminPlanRow = z.extend(AdminPlan, { subscribers: z.int(), is_sold: z.boolean() })
export type AdminPlanRow = z.infer<typeof AdminPlanRow>
export const AdminPlanParams = z.object({ id: idParam() })

/** Scheduled price. `told`: number of subscribers mailed; `first_at` and `last_at`: their first payments at it. */
export const AdminPriceChange = z.object({
  id: z.int(),
  billing_period: BillingPeriod,
  price: z.number(),
  currency: z.string(),
  starts_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  state: z.enum(['scheduled', 'applied', 'replaced']),
  is_present_price: z.boolean(),
  told: z.int(),
  first_at: z.nullable(z.iso.datetime()),
  last_at: z.nullable(z.iso.datetime()),
})
export type AdminPriceChange = z.infer<typeof AdminPriceChange>

/** New price. Nothing is scheduled if `subscribers` or `replaces` differ from those of the dry run. */
export const NewAdminPriceChange = z.object({
  billing_period: BillingPeriod,
  price: Money,
  starts_on: z.iso.date(),
  dry_run: z.boolean(),
  subscribers: z.optional(z.int()),
  replaces: z.optional(z.nullable(z.int())),
})
export type NewAdminPriceChange = z.infer<typeof NewAdminPriceChange>

export const PriceChangeEffect = z.object({
  subscribers: z.int(),
  former_price: z.nullable(z.number()),
  currency: z.string(),
  renewals: z.array(z.object({ day: z.iso.date(), count: z.int() })),
  replaces: z.nullable(z.object({ id: z.int(), price: z.number(), starts_on: z.iso.date() })),
})
export type PriceChangeEffect = z.infer<typeof PriceChangeEffect>
export const PriceChangeParams = z.object({ id: idParam(), change_id: idParam() })
