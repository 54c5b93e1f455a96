export type Testimonial = { name: string; role: string; text: string }

export function Testimonials({ title, items }: { title: string; items: readonly Testimonial[] }) {
  return (
    <section className="frame py-16">
      <h2 className="text-3xl font-bold sm:text-4xl">{title}</h2>
      <ul className="mt-8 grid gap-4 lg:grid-cols-3">
        {items.map(({ name, role, text }, index) => (
          <li key={name} className="card p-6">
            <figure className="flex h-full flex-col">
              <blockquote className="flex-1 text-lg">{text}</blockquote>
              <figcaption className="mt-6 flex items-center gap-3">
                <span
                  aria-hidden="true"
                  className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft font-heading text-lg font-bold text-brand"
                >
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
