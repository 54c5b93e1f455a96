type Price = { price: number; old_price: number | null; discount: number | null; duration_days: number }

/** A plan as the pricing section shows it: prices in the currency's units, one feature per line of the description. */
export type PricingPlan = {
  id: number
  name: string
  sub_title: string
  description: string
  currency: string
  purchasable: boolean
  unavailable_text: string | null
  monthly: Price | null
  yearly: Price | null
}
