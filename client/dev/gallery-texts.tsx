import { useState } from 'react'
import { labelOf } from '#shared/library/placeholders.ts'
import { PromptBlank } from '../library/prompt-blank.tsx'
import { Accordion } from '../ui/accordion.tsx'
import { Highlight } from '../ui/highlight.tsx'
import { Testimonials } from '../ui/testimonials.tsx'
import { Sample, Section } from './gallery-parts.tsx'

const questions = [
  { id: 1, q: 'What opens without scripts?', a: 'This text does, by the means of the browser.' },
  {
    id: 2,
    q: 'And a title that is so long that a narrow screen breaks it into two lines?',
    a: 'It opens the same way.',
  },
]
const voices = [
  { id: 1, name: 'Ana Ruiz', role: 'Head of marketing', text: 'I found what I needed in a minute.', is_sample: true },
  {
    id: 2,
    name: 'Ben Okafor',
    role: 'Teacher',
    text: 'A longer text shows that the names stand at the same height in every card.',
    is_sample: false,
  },
  { id: 3, name: '漢字 Zhang', role: 'Developer', text: 'Short.', is_sample: false },
  ...[4, 5, 6].map((id) => ({ id, name: `Person ${id}`, role: 'Portrait', text: 'Short.', is_sample: true })),
]

function Blank({ name, fallback = null, text = '' }: { name: string; fallback?: string | null; text?: string }) {
  const [typed, setTyped] = useState(text)
  const placeholder = { kind: 'place', name, fallback, written: `\${${name}}` } as const
  return <PromptBlank placeholder={placeholder} labels={{ [name]: labelOf(name) }} value={typed} onType={setTyped} />
}

export function Texts() {
  return (
    <Section title="Texts">
      <Sample name="headings of a page" className="space-y-2">
        <p className="font-heading text-4xl leading-tight font-bold">Large title, 4xl</p>
        <h1 className="text-3xl font-bold">Title of a page, 3xl</h1>
        <h2 className="text-xl font-bold">Title of a part, xl</h2>
        <h3 className="text-lg font-bold">Title in a card, lg</h3>
      </Sample>
      <Sample name="text, muted, small" className="max-w-xs">
        <p>
          Text with a <a href="#texts">link</a> and <strong>weight</strong>.
        </p>
        <p className="text-muted">Muted text for what matters less.</p>
        <p className="text-sm text-muted">Small and muted, a note.</p>
        <p className="text-danger">What went wrong, in danger.</p>
        <p className="text-good">What is well, in good.</p>
      </Sample>
      <Sample name="note" className="max-w-xs">
        <p role="note" className="rounded-lg bg-warning p-3">
          Please note: this is a warning.
        </p>
      </Sample>
      <Sample name="Highlight: found, nothing found" className="max-w-xs">
        <p>
          <Highlight text="Outlines for blog posts and a blog" pattern={/blog/g} />
        </p>
        <p>
          <Highlight text="Outlines for news" pattern={/blog/g} />
        </p>
      </Sample>
      <Sample name="prompt-text with PromptBlank: default, filled in, open" className="max-w-sm">
        <p className="card prompt-text">
          {'Write a text of '}
          <Blank name="length" fallback="900 words" />
          {' for '}
          <Blank name="reader" text="gardeners who have never kept bees, and their neighbors" />
          {' on '}
          <Blank name="topic" />
          {'.\n\nKeep the line breaks.'}
        </p>
      </Sample>
      <Sample name="Accordion: one closed, one long" className="w-full sm:w-96">
        <Accordion items={questions} />
      </Sample>
      <Sample name="Accordion: empty" className="w-40">
        <Accordion items={[]} />
      </Sample>
      <Sample name="Testimonials" className="w-full">
        <Testimonials samples="How it could be used" title="What people say" sample="Sample" items={voices} />
      </Sample>
    </Section>
  )
}
