import { useLocale } from './i18n.tsx'

/** Whole amounts go without cents. */
export function useCurrencyFormat() {
  const locale = useLocale()
  return (amount: number, currency: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      // Spanish would leave 1234,50 as it is.
      useGrouping: true,
      // Not by trailingZeroDisplay: Firefox before 116 would not fit the server's page.
      ...(Number.isInteger(amount) && { minimumFractionDigits: 0 }),
    }).format(amount)
}

export function usePercentFormat() {
  const locale = useLocale()
  return (percent: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}
