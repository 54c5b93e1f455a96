import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { adminSitePaths } from '#shared/admin/site-paths.ts'
import { locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { MailPreview } from '#shared/site/settings.ts'
import type { SiteState } from '#shared/site/settings.ts'
import { send } from '../../app/api.ts'
import { useErrorText } from '../../app/error-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useTranslate } from './messages.ts'

/** Debounce in ms before the sample mail is requested. */
const debounceMs = 700

const mailPreviewQuery = (locale: Locale, settings: SiteState) =>
  queryOptions({
    queryKey: ['admin', 'mail-preview', locale, settings],
    queryFn: ({ client, signal }) =>
      send(client, 'POST', adminSitePaths.api.mailPreview, {
        body: { locale, settings },
        schema: import.meta.env.DEV && MailPreview,
        isBackground: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  })

/** Shows the mail in a shadow root, which isolates styles. CSP allows only styles that scripts set. */
function showMail(host: HTMLElement, html: string): void {
  const sheet = new CSSStyleSheet()
  const [start = '', styled = ''] = html.split('<style>', 2)
  const [rules = '', end = ''] = styled.split('</style>', 2)
  sheet.replaceSync(rules)
  const { body } = new DOMParser().parseFromString((start + end).replaceAll(' style="', ' data-style="'), 'text/html')
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  const page = document.createElement('div')
  page.className = body.className
  page.dataset.style = body.dataset.style ?? ''
  page.append(...body.childNodes)
  root.replaceChildren(page)
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  for (const link of root.querySelectorAll('a')) link.target = '_blank'
}

function Sample({ locale, settings }: { locale: Locale; settings: SiteState }) {
  const t = useTranslate()
  const errorText = useErrorText()
  const [debounced, setDebounced] = useState(settings)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(settings), debounceMs)
    return () => clearTimeout(timer)
  }, [settings])
  const host = useRef<HTMLDivElement>(null)
  const { data, error, isFetching } = useQuery(mailPreviewQuery(locale, debounced))
  useEffect(() => {
    if (host.current && data) showMail(host.current, data.html)
  }, [data])
  return (
    <div className="relative min-h-24 rounded-xl border border-line">
      {isFetching && <Spinner className="absolute top-2 right-2" />}
      {error ? (
        <p className="p-4 text-danger">{errorText(error)}</p>
      ) : (
        <div lang={locale} className="p-4">
          <div ref={host} className="overflow-hidden rounded-lg" />
          <details className="mt-3">
            <summary className="cursor-pointer">{t('mails.plain')}</summary>
            <pre className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap">{data?.text}</pre>
          </details>
        </div>
      )}
    </div>
  )
}

/** Buttons that show a sample mail with the settings, which may be unsaved. */
export function MailPreviews({ settings }: { settings: SiteState }) {
  const t = useTranslate()
  const [locale, setLocale] = useState<Locale | null>(null)
  return (
    <>
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="float-left mr-2 font-semibold">{t('mails.preview')}</legend>
        {locales.map((one) => (
          <button
            key={one}
            type="button"
            className="tab"
            aria-pressed={one === locale}
            onClick={() => setLocale(one === locale ? null : one)}
          >
            {t(`mails.preview_in.${one}`)}
          </button>
        ))}
      </fieldset>
      {locale && <Sample locale={locale} settings={settings} />}
    </>
  )
}
