import { useLocation } from 'react-router-dom'
import { paths, withQuery } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { defineMessages } from '../app/i18n.tsx'
import { writeStorage } from '../app/storage.ts'

const { useTranslate } = defineMessages({
  en: () => import('./account-ready.messages.en.ts'),
  es: () => import('./account-ready.messages.es.ts'),
})

const forms: string[] = [paths.login, paths.register]

/** Notice after a registration in this tab. Registration does not sign in. */
export function AccountReady() {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  if (forms.includes(pathname)) return null
  return (
    <output className="notice">
      {t('text')}
      <Link to={withQuery(paths.login, { next: pathname + search })} className="button">
        {t('dialog.log_in')}
      </Link>
      <button type="button" className="button button-quiet" onClick={() => writeStorage('registered_email', null)}>
        {t('dialog.close')}
      </button>
    </output>
  )
}
