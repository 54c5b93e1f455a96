import { formatMoney } from '#shared/subscription/money.ts'
import { useLocale } from '../i18n.tsx'

/** Amounts with all the digits of their currency, so that they line up; `minimumFractionDigits: 0` is for a price of nothing. */
export function useCurrencyFormat() {
  const locale = useLocale()
  return (amount: number, currency: string, minimumFractionDigits?: 0) =>
    formatMoney(amount, currency, locale, {
      // Not by trailingZeroDisplay: Firefox before 116 would not fit the server's page.
      ...(minimumFractionDigits !== undefined && { minimumFractionDigits }),
    })
}

export function usePercentFormat() {
  const locale = useLocale()
  return (percent: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}
