import { Portrait } from './portrait.tsx'

export type Testimonial = { id: number; name: string; role: string; text: string; is_sample: boolean }
type TestimonialsProps = { title: string; sample: string; items: readonly Testimonial[] }

/** Nothing where there are none. `sample` stands with each that nobody has said. */
export function Testimonials({ title, sample, items }: TestimonialsProps) {
  if (items.length === 0) return null
  return (
    <section className="frame py-16">
      <h2 className="text-3xl font-bold sm:text-4xl">{title}</h2>
      <ul className="mt-8 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {items.map(({ id, name, role, text, is_sample }, index) => (
          <li key={id} className="card p-6">
            <figure className="flex h-full flex-col">
              <blockquote className="flex-1 text-lg text-pretty wrap-anywhere whitespace-pre-line">{text}</blockquote>
              <figcaption className="mt-6 flex items-center gap-3">
                <Portrait position={index} />
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-2">
                    <span className="font-semibold wrap-anywhere">{name}</span>
                    {is_sample && <span className="chip text-xs">{sample}</span>}
                  </span>
                  <span className="block text-sm wrap-anywhere text-muted">{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
