import { paths } from '#shared/paths.ts'
import { useViewer } from '../app/session/viewer.ts'
import { Dialog, DialogClose } from '../ui/dialog.tsx'
import { Progress } from '../ui/progress.tsx'
import type { DialogContent } from './dialog-content.ts'
import { useTranslate } from './messages.ts'
import { Cost, usePlanFor } from './plan-cost.tsx'

const plansFor = (path: string) =>
  `${paths.subscription}?for=${path.replace(/[?#].*/, '').slice(paths.library.length + 1)}`

type TierDialogProps = {
  content: Extract<DialogContent, { kind: 'tier' }>
  onNavigate: (path: string) => void
  onClose: () => void
}

export function TierDialog({ content: { back, item }, onNavigate, onClose }: TierDialogProps) {
  const t = useTranslate()
  const { is_signed_in } = useViewer()
  const { plan, isLoading } = usePlanFor(item)
  if (isLoading) return <Progress />
  const title = item.title ?? item.name ?? ''
  return (
    <Dialog title={plan ? t('tier.title', { title, plan: plan.name }) : t('tier.unnamed', { title })} onClose={onClose}>
      {plan && <Cost plan={plan} />}
      <div className="mt-6 grid gap-3">
        <button type="button" className="button" onClick={() => onNavigate(plansFor(back))}>
          {t('tier.plans')}
        </button>
        {!is_signed_in && (
          <>
            <button type="button" className="button button-quiet" onClick={() => onNavigate(paths.login)}>
              {t('dialog.log_in')}
            </button>
            <p className="text-center text-sm text-muted">
              {t(item.name === undefined ? 'tier.subscribed' : 'tier.subscribed_category')}
            </p>
          </>
        )}
        <DialogClose className="button button-quiet">{t('dialog.cancel')}</DialogClose>
      </div>
    </Dialog>
  )
}
