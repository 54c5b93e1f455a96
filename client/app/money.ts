import { useLocale } from './i18n.tsx'

/** Whole amounts go without cents. */
export function useCurrencyFormat() {
  const locale = useLocale()
  return (amount: number, currency: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }).format(amount)
}

export function usePercentFormat() {
  const locale = useLocale()
  return (percent: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}
