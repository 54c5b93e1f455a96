import { Copy, Star } from 'lucide-react'
import { useTranslate } from './messages.ts'

/** A prompt's page rendered with the site's own means, so that it is sharp, in the theme and in the language. */
export function PromptPicture() {
  const t = useTranslate()
  return (
    <figure className="relative">
      <figcaption className="sr-only">{t('picture.label')}</figcaption>
      <div className="absolute inset-x-6 -bottom-4 top-8 rounded-2xl border border-line bg-brand-soft" />
      <div
        aria-hidden="true"
        className="relative overflow-hidden rounded-2xl border border-line bg-raised text-left shadow-raised"
      >
        <div className="flex gap-1.5 border-b border-line px-5 py-3 *:size-2.5 *:rounded-full *:bg-line">
          <span />
          <span />
          <span />
        </div>
        <div className="p-5 sm:p-7">
          <p className="text-sm text-muted">{t('picture.path').join(' / ')}</p>
          <p className="mt-2 font-heading text-2xl leading-tight font-bold">{t('picture.title')}</p>
          <p className="mt-3 flex flex-wrap items-center gap-1.5">
            <span className="mr-1 inline-flex items-center gap-0.5">
              {[1, 2, 3, 4, 5].map((value) => (
                <Star key={value} className="size-4 text-star" />
              ))}
            </span>
            {t('picture.tags').map((tag) => (
              <span key={tag} className="chip">
                {tag}
              </span>
            ))}
          </p>
          <div className="mt-5 rounded-xl border border-line bg-ground p-4 leading-relaxed">
            <p>
              {t('picture.text').map((part) =>
                part.startsWith('$') ? (
                  <span key={part} className="rounded bg-brand-soft px-1 font-mono text-sm text-brand">
                    {part}
                  </span>
                ) : (
                  part
                ),
              )}
            </p>
            <p className="mt-3 text-muted">{t('picture.more')}</p>
          </div>
          <span className="button mt-5">
            <Copy className="size-4" />
            {t('picture.copy')}
          </span>
        </div>
      </div>
    </figure>
  )
}
