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
      <ul className="points quotes">
        {shown.map(({ id, name, role, text, is_sample }, position) => (
          <li key={id}>
            <figure>
              <blockquote>{text}</blockquote>
              <figcaption>
                <Portrait position={position} />
                <span className="min-w-0">
                  <span className="font-semibold">{name}</span>
                  <span className="block text-muted">{role}</span>
                  {is_sample && <span className="chip">{sample}</span>}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Face = {
  ground: string
  skin: string
  hair: string
  shirt: string
  behind?: string
  before: string
  line?: string
}

/** Faces in a square of 44 px, each with hair behind the head, hair in front, and lines. */
const faces: Face[] = [
  {
    ground: '#cfc3f5',
    skin: '#f0c3a0',
    hair: '#7a3f22',
    shirt: '#4c2fa2',
    behind: 'M11 21C11 11 15 6 22 6s11 5 11 15v12H11Z',
    before: 'M13 20c0-7 4-11 9.5-11S31 13 31 20c-4-.8-7-2.8-8.6-5.6C20.6 17.4 17 19.4 13 20Z',
  },
  {
    ground: '#f6d6a8',
    skin: '#8a5636',
    hair: '#20160f',
    shirt: '#146c5a',
    before: 'M13 19c-2-7 2.5-13 9-13s11 6 9 13c-1-4-3.2-5.8-4.7-6.3-2.5 1-6.1 1-8.6 0C16.2 13.2 14 15 13 19Z',
  },
  {
    ground: '#bfe3d5',
    skin: '#dda878',
    hair: '#2e1d16',
    shirt: '#b3412f',
    behind: 'M22 1.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z',
    before: 'M13 20c-.6-8 3.6-11.5 9-11.5s9.6 3.5 9 11.5c-1.6-4.6-4.6-6.6-9-6.6s-7.4 2-9 6.6Z',
  },
  {
    ground: '#c5dcf7',
    skin: '#f3cdb2',
    hair: '#b8672c',
    shirt: '#22324f',
    before:
      'M13.5 22c.3 7 3.5 10.5 8.5 10.5s8.2-3.5 8.5-10.5c-1 2-2.3 2.5-3.7 2.3-3.1-.7-6.5-.7-9.6 0-1.4.2-2.7-.3-3.7-2.3Z',
    line: 'M16 20a2.7 2.7 0 1 0 5.4 0 2.7 2.7 0 1 0-5.4 0Zm6.6 0a2.7 2.7 0 1 0 5.4 0 2.7 2.7 0 1 0-5.4 0Z',
  },
  {
    ground: '#f7cfd8',
    skin: '#eebd94',
    hair: '#17151c',
    shirt: '#7455dc',
    behind: 'M11.5 20c0-9 4-13.5 10.5-13.5S32.5 11 32.5 20v9.5h-21Z',
    before: 'M13 18.5c0-6.5 3.6-10 9-10s9 3.5 9 10c-3-1.6-6-2.3-9-2.3s-6 .7-9 2.3Z',
  },
  {
    ground: '#dfe0a9',
    skin: '#c98e5f',
    hair: '#3d2a1f',
    shirt: '#8a4b12',
    before:
      'M13 18.5c-1-7.5 3.5-12 10-11.5 5 .4 8.6 4.5 8 11.5-1.5-2.6-2.6-4-3.5-6-4 2.6-10.5 1.5-14.5 6Zm5 7c1-1.6 2.6-2.2 4-1.6 1.4-.6 3 0 4 1.6-1.4.6-2.7.6-4 .1-1.3.5-2.6.5-4-.1Z',
  },
]

/** Drawn face, chosen by position, so that it shows no real person. */
function Portrait({ position }: { position: number }) {
  const face = faces[position % faces.length]
  if (!face) return null
  return (
    <svg viewBox="0 0 44 44" className="size-10 shrink-0 rounded-full" aria-hidden="true">
      <path fill={face.ground} d="M0 0h44v44H0z" />
      {face.behind && <path fill={face.hair} d={face.behind} />}
      <path fill={face.shirt} d="M5 46c0-9 7.5-12.5 17-12.5S39 37 39 46Z" />
      <path fill={face.skin} d="M18.5 26h7v8a3.5 3.5 0 0 1-7 0Z" />
      <ellipse fill={face.skin} cx="22" cy="20.5" rx="8.5" ry="10" />
      <path fill={face.hair} d={face.before} />
      <path fill="#2a1c16" d="M17.7 20a1 1 0 1 1 2 0 1 1 0 0 1-2 0Zm6.6 0a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z" />
      <path fill="none" stroke="#2a1c16" strokeLinecap="round" d={`M19.5 26.5q2.5 1.8 5 0${face.line ?? ''}`} />
    </svg>
  )
}
