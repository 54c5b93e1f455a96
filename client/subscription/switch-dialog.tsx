import { useQuery, useQueryClient } from '@tanstack/react-query'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { SwitchPreview } from '#shared/subscription/schema.ts'
import type { NewCheckout } from '#shared/subscription/schema.ts'
import { ApiProblem, send } from '../app/api.ts'
import { useDateFormat } from '../app/format/dates.ts'
import { useCurrencyFormat } from '../app/format/money.ts'
import { plansQuery } from '../app/plans.queries.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useTranslate } from './messages.ts'
import { newPriceOf, switchPreviewKey, refusalText, usePurchase, useUnpaidInvoice } from './use-purchase.ts'

type SwitchProps = { plan: string; checkout: NewCheckout; onClose: () => void }

/** Amounts shown to the user, sent with the order. The server refuses a different charge. */
const shownIn = ({ proration_date, amount_due, credit }: SwitchPreview) => ({ proration_date, amount_due, credit })

function Charge({ preview: { amount_due, credit, currency, next_payment_at } }: { preview: SwitchPreview }) {
  const t = useTranslate()
  const money = useCurrencyFormat()
  const date = useDateFormat()
  return (
    <>
      <p className="mt-4 text-lg font-semibold">{t('switch.today', { amount: money(amount_due, currency) })}</p>
      {credit > 0 && <p className="mt-1">{t('switch.credit', { amount: money(credit, currency) })}</p>}
      <p className="mt-1 text-muted">{t('switch.next', { date: date(next_payment_at) })}</p>
    </>
  )
}

/** True if a retry can succeed. A refusal with a reason is final. */
const canChange = (error: unknown) =>
  !(error instanceof ApiProblem) || error.status >= 500 || newPriceOf(error) !== null

function useSwitchPreview(checkout: NewCheckout) {
  const client = useQueryClient()
  const schema = import.meta.env.DEV && SwitchPreview
  const query = useQuery({
    queryKey: [...switchPreviewKey, checkout.plan_id, checkout.billing_period, checkout.price],
    queryFn: () => send(client, 'POST', checkoutPaths.switchPreview, { body: checkout, schema }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const again = () => {
    void query.refetch()
    // A changed price needs a new calculation.
    void client.invalidateQueries(plansQuery)
  }
  return { ...query, again }
}

/** Dialog that shows today's charge, which Stripe has calculated, before the switch of plans. */
export function SwitchDialog({ plan, checkout, onClose }: SwitchProps) {
  const t = useTranslate()
  const { purchase, isBusy } = usePurchase()
  const { invoice } = useUnpaidInvoice()
  const { data: preview, error, isFetching, again } = useSwitchPreview(checkout)
  if (invoice) return null
  return (
    <Dialog title={t(`switch.title.${checkout.billing_period}`, { plan })} isAlert onClose={onClose}>
      <p className="mt-2 text-muted">{t('switch.note')}</p>
      {isFetching && <Spinner label={t('switch.counting')} className="mt-4" />}
      {preview && <Charge preview={preview} />}
      {error && !isFetching && (
        <p role="alert" className="mt-4 text-danger">
          {refusalText(error) ?? t('sub_error')}{' '}
          {canChange(error) && (
            <button type="button" className="text-brand underline" onClick={again}>
              {t('switch.again')}
            </button>
          )}
        </p>
      )}
      <p className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogClose className="button button-quiet">{t('switch.cancel')}</DialogClose>
        <button
          type="button"
          className="button"
          disabled={!preview}
          aria-busy={isBusy}
          onClick={() => preview && void purchase({ ...checkout, ...shownIn(preview) })}
        >
          {t('switch.confirm')}
        </button>
      </p>
    </Dialog>
  )
}
