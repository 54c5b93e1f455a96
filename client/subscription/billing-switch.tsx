import { billingPeriods } from '#shared/subscription.ts'
import type { BillingPeriod } from '#shared/subscription.ts'
import { useTranslate } from './messages.ts'

type BillingSwitchProps = {
  period: BillingPeriod
  onChange: (period: BillingPeriod) => void
}

export function BillingSwitch({ period, onChange }: BillingSwitchProps) {
  const t = useTranslate()
  return (
    <fieldset className="needs-script mx-auto mt-8 flex w-fit gap-1 rounded-full border border-line bg-surface p-1">
      <legend className="sr-only">{t('billing.label')}</legend>
      {billingPeriods.map((one) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-center rounded-full px-5 font-semibold has-checked:bg-brand-strong has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name="billing_period"
            value={one}
            checked={period === one}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {t(`billing.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}
