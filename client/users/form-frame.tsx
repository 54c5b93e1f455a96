import { useEffect } from 'react'
import type { ReactNode } from 'react'

type FormFrameProps = {
  title: string
  intro?: ReactNode
  note?: string | undefined
  withoutScript: string
  children: ReactNode
}

export function FormFrame({ title, intro, note, withoutScript, children }: FormFrameProps) {
  useEffect(() => {
    // Who comes back to a form that was sent would find it busy for ever.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  return (
    <main className="frame py-12">
      <div className="mx-auto w-full max-w-md">
        <meta name="robots" content="noindex" />
        <h1 className="text-3xl font-bold">{title}</h1>
        {intro && <p className="mt-2 text-muted">{intro}</p>}
        <output className={note ? 'mt-4 block rounded-xl bg-brand-soft px-4 py-3' : 'sr-only'}>{note}</output>
        <p className="without-script mt-6 rounded-xl bg-warning px-4 py-3">{withoutScript}</p>
        {children}
      </div>
    </main>
  )
}
