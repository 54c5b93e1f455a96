import { BrokenIsland } from '../app/broken.tsx'
import { Progress } from '../ui/progress.tsx'
import { Frame, Sample, Section } from './gallery-parts.tsx'

export function GalleryLayout() {
  return (
    <Section title="Around the pages">
      <Sample name="skip-link: as it has the focus">
        <Frame className="h-16 w-56">
          <a href="#around" className="skip-link force-focus">
            Skip to content
          </a>
        </Frame>
      </Sample>
      <Sample name="progress: after 150 ms">
        <Frame className="h-16 w-56">
          <Progress />
        </Frame>
      </Sample>
      <Sample name="broken: what was asked for is missing">
        <Frame className="h-48 w-80">
          <BrokenIsland onClose={() => {}} />
        </Frame>
      </Sample>
      <Sample name="offline">
        <Frame className="h-28 w-80">
          <p className="offline">You are offline.</p>
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
