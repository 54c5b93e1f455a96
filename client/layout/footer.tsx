import type { ReactNode } from 'react'
import { mailtoOf, paths } from '#shared/paths.ts'
import { Link } from '../app/link.tsx'
import { useSite } from '../app/site.ts'
import { Logo } from './logo.tsx'
import { usePageLinks } from './page-links.ts'
import { useTranslate } from '../app/i18n.tsx'

const columns = [
  {
    title: 'footer.explore',
    links: [
      { path: paths.library, label: 'navigation.library' },
      { path: paths.pipelines, label: 'navigation.pipelines' },
      { path: paths.blog, label: 'navigation.news' },
      { path: paths.forum, label: 'navigation.forum' },
      { path: paths.subscription, label: 'navigation.subscription' },
    ],
  },
  {
    title: 'footer.legal',
    links: [
      { path: paths.terms, label: 'footer.terms' },
      { path: paths.privacy, label: 'footer.privacy' },
      { path: paths.accessibility, label: 'footer.accessibility' },
      { path: paths.cancel, label: 'footer.cancel' },
      { path: `${paths.cancel}?kind=withdraw`, label: 'footer.withdraw' },
    ],
  },
] as const

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-sm:nth-2:row-span-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-3 text-sm max-sm:mt-1 sm:space-y-2">{children}</ul>
    </div>
  )
}

function Company() {
  const t = useTranslate()
  const { name, company } = useSite()
  return (
    <div className="col-span-2 max-w-xs sm:col-span-1">
      <p className="flex items-center gap-2 font-heading text-lg font-bold">
        <Logo className="h-7 w-auto shrink-0" />
        <span className="min-w-0">{name}</span>
      </p>
      <p className="mt-3 text-sm text-muted">{t('footer.line')}</p>
      <address className="mt-4 text-sm text-muted not-italic">
        {company.name}
        <br />
        {company.address}
        <br />
        <a href={mailtoOf(company.email)} className="footer-link">
          {company.email}
        </a>
      </address>
    </div>
  )
}

export function Footer() {
  const t = useTranslate()
  const { social_links } = useSite()
  const pageLinks = usePageLinks('in_footer')
  return (
    <footer className="mt-16 border-t border-line">
      <div
        className={`frame grid grid-cols-2 gap-8 py-10 ${pageLinks.length > 0 ? 'lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]' : 'lg:grid-cols-[2fr_1fr_1fr_1fr]'}`}
      >
        <Company />
        {columns.map(({ title, links }) => (
          <Column key={title} title={t(title)}>
            {links.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className="footer-link">
                  {t(label)}
                </Link>
              </li>
            ))}
          </Column>
        ))}
        {pageLinks.length > 0 && (
          <Column title={t('footer.information')}>
            {pageLinks.map(({ path, title }) => (
              <li key={path}>
                <Link to={path} className="footer-link" dir="auto">
                  {title}
                </Link>
              </li>
            ))}
          </Column>
        )}
        <Column title={t('footer.follow')}>
          {social_links.map((profile) => (
            <li key={profile.url}>
              <a href={profile.url} className="footer-link" rel="noopener me">
                {profile.name}
              </a>
            </li>
          ))}
        </Column>
      </div>
    </footer>
  )
}
