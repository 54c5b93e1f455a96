import { Avatar } from '../ui/avatar.tsx'
import { Lock } from '../ui/lock.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Sample, Section } from './gallery-parts.tsx'

export function Badges() {
  return (
    <Section title="Cards and badges">
      <Sample name="card" className="w-56">
        <div className="card">A card with a text.</div>
      </Sample>
      {[
        { name: 'rest', onCard: '', onLink: '' },
        { name: 'hover', onCard: 'force-hover', onLink: '' },
        { name: 'focus', onCard: '', onLink: 'force-focus' },
      ].map(({ name, onCard, onLink }) => (
        <Sample key={name} name={`card with card-link: ${name}`} className="w-56">
          <div className={`card relative ${onCard}`}>
            <a href="#cards" className={`card-link font-bold ${onLink}`}>
              The whole card leads on
            </a>
          </div>
        </Sample>
      ))}
      <Sample name="chip">
        <ul className="flex gap-1.5">
          <li className="chip">Marketing</li>
          <li className="chip">Short</li>
          <li>
            <a href="#cards" className="chip">
              a link
            </a>
          </li>
        </ul>
      </Sample>
      <Sample name="Lock">
        <Lock label="Locked" />
      </Sample>
      <Sample name="Spinner">
        <Spinner label="Loading" />
      </Sample>
      <Sample name="progress of a page">
        <div className="relative h-4 w-40 contain-layout">
          <div className="progress" />
        </div>
      </Sample>
    </Section>
  )
}

const people = [
  { name: 'ana' },
  { name: 'émile', colour: '#b3261e' },
  { name: '漢字', colour: '#116b45' },
  { name: '🦊 fox', colour: '#ece7fb' },
  { name: '7even', colour: '#fbbf24' },
  { name: 'ñandú', colour: '#ffffff' },
  { name: 'ßeta', colour: '#777777' },
  { name: 'Yuki', colour: '#000000' },
  { name: 'جمال', colour: '#0ea5e9' },
]

export function Avatars() {
  return (
    <Section title="Avatars">
      {(['small', 'large'] as const).map((size) => (
        <Sample key={size} name={`Avatar: ${size}`}>
          <div className="flex flex-wrap items-center gap-3">
            {people.map(({ name, ...colour }) => (
              <Avatar key={name} name={name} size={size} label={name} {...colour} />
            ))}
          </div>
        </Sample>
      ))}
    </Section>
  )
}
