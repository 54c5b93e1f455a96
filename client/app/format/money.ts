import { formatMoney } from '#shared/subscription/money.ts'
import { useLocale } from '../i18n.tsx'

export function useCurrencyFormat() {
  const locale = useLocale()
  return (amount: number, currency: string, minimumFractionDigits?: 0) =>
    formatMoney(amount, currency, locale, {
      // Firefox before 116 ignores trailingZeroDisplay, and would render another text than the server.
      ...(minimumFractionDigits !== undefined && { minimumFractionDigits }),
    })
}

export function usePercentFormat() {
  const locale = useLocale()
  return (percent: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100)
}
