import { useState } from 'react'
import type { Prompt } from '#shared/library/schema.ts'
import { Breadcrumb } from '../library/breadcrumb.tsx'
import { CopyButton } from '../library/copy-button.tsx'
import { FreeToggle } from '../library/free-toggle.tsx'
import { GroupTabs } from '../library/group-tabs.tsx'
import { LockedView } from '../library/locked-view.tsx'
import { PromptCard } from '../library/prompt-card.tsx'
import { Rating } from '../library/rating.tsx'
import { RunIn } from '../library/run-in.tsx'
import { SaveButton } from '../saved/save-button.tsx'
import { ShareButton } from '../library/share-button.tsx'
import { SideList } from '../library/side-list.tsx'
import { StarRating } from '../saved/star-rating.tsx'
import { Sample, Section } from './gallery-parts.tsx'

const prompt: Prompt = {
  id: 1,
  slug: 'example',
  title: 'An outline for a blog post',
  short_description: 'Headings and what each part says, from a subject and its readers.',
  length_tag: 'short',
  rating_avg: 4.5,
  rating_count: 1234,
  required_tier: 0,
  models: [{ slug: 'one', id: 1, name: 'Model One' }],
  content_locale: 'en',
  tags: [],
  use_case: {
    id: 1,
    slug: 'outlines',
    title: 'Outlines',
    category: { id: 1, slug: 'content', name: 'Content', functional: { slug: 'marketing', name: 'Marketing' } },
  },
  content: 'Write an outline.',
  how_to_use: '',
  known_issues: '',
  example: '',
  example_values: {},
  labels: {},
  user_rating: null,
  is_saved: false,
}
const cards: { name: string; prompt: Prompt }[] = [
  { name: 'open', prompt },
  { name: 'locked', prompt: { ...prompt, required_tier: 1 } },
  {
    name: 'without description or rating',
    prompt: { ...prompt, short_description: '', rating_avg: null, rating_count: 0 },
  },
]
const groups = ['Design', 'Marketing', 'Writing'].map((name) => ({ slug: name.toLowerCase(), name }))
const steps = ['Content', 'Outlines', prompt.title].map((name, at) => ({ name, path: `/dev/ui?step=${at}` }))

/** As it asks to log in by itself, it is shown on demand. */
function LockedPage() {
  const [isShown, setShown] = useState(false)
  if (isShown)
    return (
      <LockedView
        item={prompt}
        title="Log in to view this content"

        lock="locked"
      />
    )
  return (
    <button type="button" className="button button-quiet" onClick={() => setShown(true)}>
      Show the locked view
    </button>
  )
}

function Ratings() {
  return (
    <>
      {[null, 1, 3, 5].map((user_rating) => (
        <Sample key={user_rating} name={`StarRating: ${user_rating ?? 'none'}`}>
          <StarRating prompt={{ ...prompt, user_rating }} />
        </Sample>
      ))}
      <Sample name="StarRating: disabled">
        <fieldset disabled>
          <StarRating prompt={{ ...prompt, user_rating: 2 }} />
        </fieldset>
      </Sample>
      <Sample name="Rating: rated, not yet" className="space-y-1">
        <p>
          <Rating item={prompt} />
        </p>
        <p>
          <Rating item={{ rating_avg: null, rating_count: 0 }} />
        </p>
      </Sample>
    </>
  )
}

function Actions() {
  return (
    <>
      <Sample name="CopyButton">
        <CopyButton slug={prompt.slug} content={prompt.content} />
      </Sample>
      <Sample name="SaveButton: not saved, saved, disabled">
        <div className="flex flex-wrap gap-3">
          <SaveButton prompt={prompt} />
          <SaveButton prompt={{ ...prompt, is_saved: true }} />
          <fieldset disabled>
            <SaveButton prompt={prompt} />
          </fieldset>
        </div>
      </Sample>
      <Sample name="RunIn">
        <RunIn slug={prompt.slug} content={prompt.content} />
      </Sample>
      <Sample name="ShareButton">
        <ShareButton title={prompt.title} />
      </Sample>
    </>
  )
}

export function Library() {
  return (
    <Section title="Library">
      <Ratings />
      <Actions />
      {cards.map((card) => (
        <Sample key={card.name} name={`PromptCard with its tags: ${card.name}`} className="w-72">
          <ul>
            <PromptCard prompt={card.prompt} functional="Marketing" />
          </ul>
        </Sample>
      ))}
      <Sample name="LockedView">
        <LockedPage />
      </Sample>
      <Sample name="Breadcrumb">
        <Breadcrumb steps={steps} />
      </Sample>
      <Sample name="FreeToggle">
        <FreeToggle otherParams={{}} />
      </Sample>
      <Sample name="GroupTabs">
        <GroupTabs groups={groups} categories={[]} current="marketing" free={false} />
      </Sample>
      <Sample name="SideList: current, locked" className="w-64">
        <SideList
          title="More of this"
          current="one"
          items={[
            { slug: 'one', title: 'The one that is shown', path: '/dev/ui?side=1', required_tier: 0 },
            { slug: 'two', title: 'Another one', path: '/dev/ui?side=2', required_tier: 0 },
            { slug: 'three', title: 'A locked one', path: '/dev/ui?side=3', required_tier: 1 },
          ]}
        />
      </Sample>
    </Section>
  )
}
