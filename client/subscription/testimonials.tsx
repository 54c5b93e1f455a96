export type Testimonial = { name: string; role: string; text: string }

/** What people say; the badges are numbered by position. */
export function Testimonials({ title, items }: { title: string; items: Testimonial[] }) {
  return (
    <section className="mt-16">
      <h2 className="text-center text-2xl font-bold">{title}</h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {items.map(({ name, role, text }, index) => (
          <li key={name}>
            <figure className="card flex h-full flex-col gap-4">
              <blockquote className="flex-1">{text}</blockquote>
              <figcaption className="flex items-center gap-3">
                <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-brand-soft font-heading font-bold text-brand">
                  {index + 1}
                </span>
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-muted">{role}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
