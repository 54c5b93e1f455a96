export type Testimonial = { id: number; name: string; role: string; text: string; is_sample: boolean }
type TestimonialsProps = {
  title: string
  samples: string
  sample: string
  items: readonly Testimonial[]
}

/** Testimonials. Samples are shown only while there is none of a real person, and marked as invented. */
export function Testimonials({ title, samples, sample, items }: TestimonialsProps) {
  const real = items.filter(({ is_sample }) => !is_sample)
  const shown = real.length > 0 ? real : items
  if (shown.length === 0) return null
  return (
    <section className="frame page-section">
      <h2 className="text-2xl font-bold">{real.length > 0 ? title : samples}</h2>
      <ul className="points">
        {shown.map(({ id, name, role, text, is_sample }) => (
          <li key={id}>
            <figure>
              <blockquote className="text-pretty wrap-anywhere whitespace-pre-line">{text}</blockquote>
              <figcaption className="mt-3 text-sm wrap-anywhere text-muted">
                <span className="font-semibold text-text">{name}</span>, {role}
                {is_sample && <span className="chip ml-2">{sample}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
