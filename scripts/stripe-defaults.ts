import { readFileSync } from 'node:fs'

/** Prints the default fields of the payment sandbox's objects: server/sandbox/stripe-defaults.json. */
const description = new URL('../../shared/data/stripe-openapi-lean.json', import.meta.url)

type Fields = { [name: string]: unknown }
const noLinks = { support_phone: null, support_url: null, url: null }
const self = { type: 'self' }
const flexible = { flexible: {}, type: 'flexible' }

/**
 * Objects and parts of objects, with the fields whose value is not the type's default. `id` is the prefix of ids. The
 * description lacks the objects that name their type.
 */
const objects: Record<string, Fields> = {
  account: {
    id: 'acct_sandbox',
    object: 'account',
    business_profile: { name: 'Payment sandbox', support_email: 'support@example.test', ...noLinks },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    settings: {
      branding: { icon: 'file_sandbox', logo: null, primary_color: null, secondary_color: null },
      payments: { statement_descriptor: 'SANDBOX' },
    },
    type: 'standard',
  },
  'billing_portal.configuration': {
    id: 'bpc',
    active: true,
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
      subscription_pause: { duration: { type: 'custom' } },
      subscription_update: { products: [], proration_behavior: 'none', trial_update_behavior: 'end_trial' },
    },
  },
  'billing_portal.session': { id: 'bps' },
  'billing_portal.session.flow': { after_completion: { type: 'portal_homepage' } },
  charge: { id: 'ch', fraud_details: {} },
  'charge.payment_method_details.card': {},
  'charge.payment_method_details.card.three_dsecure': {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    result: 'authenticated',
    version: '2.2.0',
  },
  'checkout.session': {
    id: 'cs_test',
    // Without a parameter, the Dashboard's setting applies, which is on in new accounts.
    adaptive_pricing: { enabled: true },
    payment_method_collection: 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    status: 'open',
    tax_id_collection: { enabled: false, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
  },
  coupon: { id: 'coupon', duration: 'once', valid: true },
  customer: { id: 'cus', delinquent: false, next_invoice_sequence: 1, preferred_locales: [], tax_exempt: 'none' },
  customer_balance_transaction: {
    id: 'cbtxn',
    object: 'customer_balance_transaction',
    checkout_session: null,
    created: 0,
    credit_note: null,
    customer_account: null,
    description: null,
    invoice: null,
    livemode: false,
    metadata: {},
  },
  discount: { id: 'di', source: { type: 'coupon' } },
  dispute: {
    id: 'dp',
    evidence_details: { submission_method: 'manual' },
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    status: 'needs_response',
  },
  event: { id: 'evt' },
  invoice: {
    id: 'in',
    account_country: 'US',
    account_name: 'Payment sandbox',
    auto_advance: true,
    collection_method: 'charge_automatically',
    customer_tax_ids: [],
    issuer: self,
    parent: { quote_details: null, subscription_details: null, type: 'subscription_details' },
    status: 'draft',
    total_pretax_credit_amounts: [],
  },
  invoice_payment: { id: 'inpay', is_default: true, payment: { type: 'payment_intent' }, status: 'open' },
  item: { id: 'li' },
  line_item: {
    id: 'il',
    discount_amounts: [],
    parent: {
      invoice_item_details: null,
      subscription_item_details: { invoice_item: null, proration_details: { credited_items: null } },
      type: 'subscription_item_details',
    },
    pretax_credit_amounts: [],
    pricing: { type: 'price_details' },
    taxes: [],
  },
  payment_intent: {
    id: 'pi',
    amount_details: { tip: {} },
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    payment_method_options: {},
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: 'requires_payment_method',
  },
  payment_method: { id: 'pm', allow_redisplay: 'limited' },
  'payment_method.card': {
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    exp_month: 12,
    exp_year: 2040,
    funding: 'credit',
    networks: { preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
  },
  plan: { id: 'plan' },
  price: {
    id: 'price',
    active: true,
    billing_scheme: 'per_unit',
    recurring: { interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
  },
  product: { id: 'prod', active: true, type: 'service' },
  promotion_code: { id: 'promo', active: true },
  'radar.early_fraud_warning': { id: 'issfr', object: 'radar.early_fraud_warning', created: 0, livemode: false },
  refund: { id: 're', destination_details: { card: { type: 'refund' }, type: 'card' } },
  subscription: {
    id: 'sub',
    billing_mode: flexible,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    default_tax_rates: [],
    invoice_settings: { issuer: self },
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    status: 'incomplete',
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  },
  'subscription.pending_update': { metadata: null },
  subscription_item: { id: 'si', tax_rates: [] },
  subscription_schedule: {
    id: 'sub_sched',
    billing_mode: flexible,
    default_settings: {
      billing_cycle_anchor: 'automatic',
      collection_method: 'charge_automatically',
      invoice_settings: { issuer: self },
    },
    end_behavior: 'release',
    status: 'active',
  },
  'subscription_schedule.phase': { default_tax_rates: [], proration_behavior: 'create_prorations' },
  'subscription_schedule.phase.invoice_settings': { issuer: self },
  'subscription_schedule.phase.item': { tax_rates: [] },
  webhook_endpoint: { id: 'we', status: 'enabled' },
}

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  type?: string
  enum?: unknown[]
  nullable?: boolean
  'x-resourceId'?: string
  required?: string[]
  properties?: Record<string, Schema>
}
const { schemas } = (
  JSON.parse(readFileSync(description, 'utf8')) as { components: { schemas: Record<string, Schema> } }
).components

function schemaOf(name: string): Schema {
  const schema = schemas[name]
  if (!schema) throw new Error(`Stripe describes no ${name}.`)
  return schema
}

/** Default of a field. Undefined: the field has none and must be given. */
function defaultOf(name: string, schema: Schema): unknown {
  if (name === 'metadata') return {}
  if (name === 'livemode' || name === 'has_more') return false
  if (name === 'created') return 0
  if (schema.nullable) return null
  if (schema.$ref) return defaultOf(name, schemaOf(schema.$ref.replace('#/components/schemas/', '')))
  const [first, ...others] = schema.enum ?? []
  if (first !== undefined && others.length === 0) return first
  if (schema.type === 'array') return []
  if (schema.type === 'integer') return 0
  if (schema.type === 'boolean') return false
  return schema.type === 'object' ? defaultsOf(schema) : undefined
}

/** Fields that a response contains only if the call expands them. */
const included = new Set(['cash_balance', 'confirmation_secret', 'optional_items', 'refunds'])

/** Default fields of an object. A resource has its optional fields as null. */
function defaultsOf({ required = [], properties = {}, ...schema }: Schema): Fields {
  const isThere = ([name, { nullable }]: [string, Schema]) =>
    required.includes(name) || (schema['x-resourceId'] !== undefined && nullable === true && !included.has(name))
  const entries = Object.entries(properties)
    .filter(isThere)
    .map(([name, property]) => [name, defaultOf(name, property)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(before: Fields, changes: Fields): Fields {
  const merged = Object.entries(changes).map(([name, value]) => {
    const former = before[name]
    return [name, isFields(former) && isFields(value) ? merge(former, value) : value]
  })
  return { ...before, ...Object.fromEntries(merged) }
}

const lines = Object.entries(objects).map(([name, fields]) => {
  const { id, ...more } = fields
  const whole = {
    ...(id !== undefined && { id }),
    ...('object' in fields ? more : merge(defaultsOf(schemaOf(name)), more)),
  }
  return `  ${JSON.stringify(name)}: ${JSON.stringify(whole)}`
})
console.log(`{\n${lines.join(',\n')}\n}`)
