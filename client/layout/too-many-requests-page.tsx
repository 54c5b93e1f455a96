import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { TooManyRequestsQuery, waitSeconds } from '#shared/rate-limit.ts'
import { usePageQuery } from '../app/page-query.ts'
import { UnlistedHead } from '../app/head.tsx'
import { defineMessages } from '../app/i18n.tsx'

const { useTranslate } = defineMessages({
  en: () => import('./too-many-requests.messages.en.ts'),
  es: () => import('./too-many-requests.messages.es.ts'),
})

/** Seconds left until the next request, as a whole number. Null until hydration. */
function useCountdown(): number | null {
  const [search] = useSearchParams()
  const waitParam = search.get('wait')
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    // performance.now() continues evenly if the clock is set, unlike Date.now().
    const startedAt = performance.now()
    const count = () => {
      const seconds = waitSeconds(waitSeconds(waitParam) - (performance.now() - startedAt) / 1000)
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [waitParam])
  return left
}

export function TooManyRequestsPage() {
  const t = useTranslate()
  const left = useCountdown()
  const { wait: waitParam = '0' } = usePageQuery(TooManyRequestsQuery)
  const seconds = left ?? Number(waitParam)
  const navigate = useNavigate()
  const { key } = useLocation()
  // Goes back. Without a history entry, the home page opens.
  const goBack = () => void (key === 'default' && history.length < 2 ? navigate(paths.home) : navigate(-1))
  return (
    <main className="frame notice-page">
      <UnlistedHead title={t('too_many_requests.title')} />
      <p className="text-muted tabular-nums">429</p>
      <h1 className="text-3xl font-bold">{t('too_many_requests.title')}</h1>
      <p className="mt-3 text-lg text-muted tabular-nums max-sm:min-h-14" role="timer">
        {seconds === 0 ? t('too_many_requests.over') : t('too_many_requests.text', { count: seconds })}
      </p>
      <button type="button" className="button needs-script mt-6" onClick={goBack}>
        {t('too_many_requests.back')}
      </button>
      <p className="without-script mt-6">
        <a href={paths.home} className="button">
          {t('too_many_requests.back')}
        </a>
      </p>
    </main>
  )
}
