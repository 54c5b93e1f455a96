import { endpointWithoutParams } from './api/endpoint.ts'
import { store } from './sandbox.ts'
import type { AccountSettings } from './store.ts'

export const account = {
  id: 'acct_sandbox',
  object: 'account',
  business_profile: {
    name: 'Payment sandbox',
    support_email: 'support@example.test',
    support_phone: null,
    support_url: null,
    url: null,
  },
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  settings: {
    branding: { icon: 'file_sandbox', logo: null, primary_color: null, secondary_color: null },
    payments: { statement_descriptor: 'SANDBOX' },
  },
  type: 'standard',
}

const defaultSwitches: AccountSettings = {
  id: 'switches',
  object: 'sandbox.switches',
  final_failure: 'cancel',
  unknown_location: 'no_tax',
  hold_deliveries: false,
  read_only: [],
  hosted_payment_method_save: 'always',
  has_terms: true,
}

/** Returns settings that a real account has in its Dashboard. */
export const readAccountSettings = (): AccountSettings => ({
  ...defaultSwitches,
  ...store.find('sandbox.switches', 'switches'),
})

export const changeAccountSettings = (changes: Partial<AccountSettings>): AccountSettings =>
  store.save({ ...readAccountSettings(), ...changes })

function currentAccount() {
  const { hosted_payment_method_save } = readAccountSettings()
  return { ...account, settings: { ...account.settings, invoices: { hosted_payment_method_save } } }
}

export const accountEndpoints = [endpointWithoutParams('GET', '/v1/account', currentAccount)]
