import { endpointWithoutParams } from './api/endpoint.ts'
import { store } from './sandbox.ts'
import type { Tables } from './store.ts'
import data from './stripe-defaults.json' with { type: 'json' }

export const { account } = data

type AccountSettings = Tables['sandbox.switches']

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
