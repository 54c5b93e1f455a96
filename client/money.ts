import { useLocale } from './i18n.tsx'

/** The function that writes an amount as the language does; whole amounts go without cents. */
export function useMoney() {
  const locale = useLocale()
  return (amount: number, currency: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    }).format(amount)
}

/** The function that writes so many percent as the language does. */
export function usePercent() {
  const locale = useLocale()
  return (percent: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}
