import { Frame, Sample, Section } from './gallery-parts.tsx'

/** What stands around the pages, beyond what surrounds this one. */
export function Surroundings() {
  return (
    <Section title="Around the pages">
      <Sample name="skip-link: as it has the focus">
        <Frame className="h-16 w-56">
          <a href="#around" className="skip-link force-focus">
            Skip to the content
          </a>
        </Frame>
      </Sample>
      <Sample name="feed-item" className="w-52">
        <ul>
          <li className="feed-item text-sm">
            <span>
              <b>Ana</b> copied a prompt
            </span>
          </li>
        </ul>
      </Sample>
      <Sample name="needs-script, without-script">
        <p className="needs-script">Seen with scripts</p>
        <p className="without-script">Seen without scripts</p>
      </Sample>
      <Sample name="in-light, in-dark">
        <p className="in-light">Seen in the light theme</p>
        <p className="in-dark">Seen in the dark theme</p>
      </Sample>
    </Section>
  )
}
