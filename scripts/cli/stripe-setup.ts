import type { Command } from 'commander'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { isLiveMode, Stripe } from '../../server/subscription/stripe.ts'
import { webhookEvents } from '../../server/subscription/webhook-events.ts'
import { addWritingVerb, printResult } from './command.ts'
import type { CommandOptions } from './command.ts'
import { check, failure, ok, warning } from './doctor/check.ts'
import type { Check, Finding } from './doctor/check.ts'
import { connectStripe } from './doctor/service-checks.ts'
import { lookAtPermissions } from './stripe-permissions.ts'

const aboutSetup = `
setup creates the webhook endpoint at PUBLIC_URL with its events and API version, and prints its signing secret, which Stripe
shows only once: set it as STRIPE_WEBHOOK_SECRET. An existing endpoint gets missing events and is enabled; further endpoints
at that address cause a warning. Then setup checks the permissions of the key, the customer portal, and the public details of
the account. Write permissions are tested on objects that do not exist. The exit code is 1 if there is a failure. Examples:
  npm run cli -- stripe setup --dry-run
  npm run cli -- stripe setup`

type Setup = { stripe: Stripe; address: string; dryRun: boolean }
type Endpoint = Finding & { secret?: string | undefined }

const withoutSlash = (url: string) => url.replace(/\/$/, '')

/** Endpoints at the address, with or without its last slash. Enabled endpoints come first. */
async function findEndpoints(stripe: Stripe, address: string): Promise<Stripe.WebhookEndpoint[]> {
  const found: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (withoutSlash(endpoint.url) === withoutSlash(address)) found.push(endpoint)
  return found.toSorted((a, b) => Number(b.status === 'enabled') - Number(a.status === 'enabled'))
}

async function addEndpoint({ stripe, address, dryRun }: Setup): Promise<Endpoint> {
  const what = `${address}, with ${webhookEvents.length} events and API version ${Stripe.API_VERSION}`
  if (dryRun) return ok(`Would create ${what}.`)
  const made = await stripe.webhookEndpoints.create({
    url: address,
    enabled_events: webhookEvents,
    api_version: Stripe.API_VERSION,
  })
  return { ...ok(`Created ${what}. STRIPE_WEBHOOK_SECRET=${made.secret}`), secret: made.secret }
}

async function updateEndpoint({ stripe, dryRun }: Setup, endpoint: Stripe.WebhookEndpoint): Promise<Endpoint[]> {
  const { id, url, status, api_version, enabled_events } = endpoint
  const enabled = new Set(enabled_events)
  const missing = enabled.has('*') ? [] : webhookEvents.filter((event) => !enabled.has(event))
  const isOff = status !== 'enabled'
  const changes = [...(isOff ? ['enable it'] : []), ...(missing.length > 0 ? [`add ${missing.join(', ')}`] : [])]
  if (changes.length > 0 && !dryRun)
    await stripe.webhookEndpoints.update(id, {
      ...(isOff && { disabled: false }),
      ...(missing.length > 0 && {
        enabled_events: [...(enabled_events as typeof webhookEvents), ...missing],
      }),
    })
  const detail =
    changes.length === 0 ? `${url} has all events.` : `${url}: ${dryRun ? 'would ' : 'did '}${changes.join(', ')}.`
  const isOfOtherVersion = api_version !== null && api_version !== Stripe.API_VERSION
  return [
    ok(detail),
    ...(isOfOtherVersion
      ? [
          warning(
            `The API version of the endpoint is ${api_version}, that of this release is ${Stripe.API_VERSION}. Events are read again by their ids, so this is harmless.`,
            'To change it, remove the endpoint in the Dashboard and run this command again. The secret changes.',
          ),
        ]
      : []),
  ]
}

const superfluous = ({ id, url, status }: Stripe.WebhookEndpoint): Finding =>
  warning(
    `${id} is another endpoint, at ${url} (${status}). Its events are signed with another secret or reach no server.`,
    'In the Dashboard, remove the endpoint whose secret is not STRIPE_WEBHOOK_SECRET.',
  )

async function setUpEndpoint(setup: Setup): Promise<Endpoint[]> {
  try {
    const found = await findEndpoints(setup.stripe, setup.address)
    const endpoint = found.find(({ url }) => url === setup.address)
    const others = found.filter((one) => one !== endpoint).map(superfluous)
    return [...(endpoint ? await updateEndpoint(setup, endpoint) : [await addEndpoint(setup)]), ...others]
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return [
      failure(
        `The key may not read and write Webhook Endpoints: ${error.message}`,
        'Allow it in the Dashboard, under API keys, or make the endpoint there by hand.',
      ),
    ]
  }
}

async function lookAtPortal(stripe: Stripe): Promise<Finding> {
  for await (const { active, metadata } of stripe.billingPortal.configurations.list({ limit: 100 }))
    if (active && metadata?.made_for === 'portal') return ok('The portal is configured.')
  return ok('The portal is configured when somebody first opens it.')
}

async function lookAtAccount(stripe: Stripe): Promise<Finding[]> {
  let account: Stripe.Account
  try {
    account = await stripe.accounts.retrieveCurrent()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return [warning('The key may not read the account.', 'Check the public details and branding in the Dashboard.')]
  }
  const { business_profile: profile, settings, charges_enabled } = account
  const missing = [
    ...(profile?.name ? [] : ['public name']),
    ...(profile?.support_email || profile?.support_phone || profile?.support_url ? [] : ['support contact']),
    ...(settings?.payments.statement_descriptor ? [] : ['statement descriptor']),
    ...(settings?.branding.icon || settings?.branding.logo ? [] : ['icon or logo']),
  ]
  return [
    charges_enabled
      ? ok('The account can charge cards.')
      : failure('The account cannot charge anybody yet.', 'Complete its activation in the Dashboard.'),
    missing.length > 0
      ? warning(`Customers see no ${missing.join(', no ')}.`, 'Settings, Business and Branding, in the Dashboard.')
      : ok('Public name, support contact, statement descriptor and branding are set.'),
    ...(settings?.invoices?.hosted_payment_method_save === 'never'
      ? [
          warning(
            'A card that pays an overdue invoice on its page is not saved, so the next renewal tries the old card.',
            'Settings, Billing, Invoices, in the Dashboard: save payment methods of the hosted invoice page.',
          ),
        ]
      : []),
  ]
}

/** Settings without the webhook secret, which is unknown before the endpoint exists. */
function readSettings() {
  const { STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET_FILE } = process.env
  const isKnown = Boolean(STRIPE_WEBHOOK_SECRET ?? STRIPE_WEBHOOK_SECRET_FILE)
  return parseSettings({ ...process.env, ...(!isKnown && { STRIPE_WEBHOOK_SECRET: 'whsec_unknown' }) })
}

async function setUp(options: CommandOptions) {
  const { dryRun = false } = options
  const settings = readSettings()
  const { stripe, isSandbox } = connectStripe(settings)
  if (!stripe) throw new StartProblem('Set STRIPE_SECRET_KEY to a key of your account.')
  if (isSandbox) throw new StartProblem('The payment sandbox needs no setup: it sends webhooks to its own server.')
  const setup = { stripe, dryRun, address: settings.PUBLIC_URL + checkoutPaths.webhook }
  let secret: string | undefined
  const mend = 'Check STRIPE_SECRET_KEY and its permissions, and PUBLIC_URL, which must be https in live mode.'
  const mode: Check = {
    name: 'mode',
    ...ok(isLiveMode(settings) ? 'Live mode: cards are charged.' : 'Test mode: nobody is charged.'),
  }
  const checks = [
    mode,
    ...(await check('webhook endpoint', mend, async () => {
      const found = await setUpEndpoint(setup)
      secret = found[0]?.secret
      return found.map(({ state, detail, mend: how }) => ({ state, detail, mend: how }))
    })),
    ...(await check('key', mend, () => lookAtPermissions(stripe))),
    ...(await check('portal', mend, () => lookAtPortal(stripe))),
    ...(await check('account', mend, () => lookAtAccount(stripe))),
  ]
  const lines = checks.map(
    ({ name, state, detail, mend: how }) => `${state}  ${name}: ${detail}${how ? `\n         → ${how}` : ''}`,
  )
  const result = { dry_run: dryRun, checks, ...(secret !== undefined && { webhook_secret: secret }) }
  printResult(options, lines.join('\n'), result)
  if (checks.some(({ state }) => state === 'failure')) process.exitCode = 1
}

export function addSetupCommand(stripe: Command): void {
  addWritingVerb(stripe, 'setup', 'Creates or repairs the webhook endpoint, and checks the key and the account.')
    .addHelpText('after', aboutSetup)
    .action(setUp)
}
