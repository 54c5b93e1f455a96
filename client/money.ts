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
