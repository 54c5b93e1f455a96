import type { Prompt } from '#shared/library.ts'
import type { WordKey } from '#shared/words.ts'
import { useSay } from '../i18n.tsx'

function Lines({ title, text, empty }: { title: WordKey; text: string; empty: WordKey }) {
  const say = useSay()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <section className="mt-8">
      <h2 className="text-xl font-bold">{say(title)}</h2>
      {lines.length === 0 ? (
        <p className="mt-2 text-muted">{say(empty)}</p>
      ) : (
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What is known of a prompt: where it was tested, how it is used, what goes wrong. */
export function PromptNotes({ prompt }: { prompt: Prompt }) {
  const say = useSay()
  return (
    <>
      <section className="mt-8">
        <h2 className="text-xl font-bold">{say('prompt.tested_on')}</h2>
        {prompt.models.length === 0 ? (
          <p className="mt-2 text-muted">{say('prompt.no_models')}</p>
        ) : (
          <ul className="mt-2 flex flex-wrap gap-2">
            {prompt.models.map(({ id, name }) => (
              <li key={id} className="chip">
                {name}
              </li>
            ))}
          </ul>
        )}
      </section>
      <Lines title="prompt.how_to_use" text={prompt.how_to_use} empty="prompt.no_how_to_use" />
      <Lines title="prompt.known_issues" text={prompt.known_issues} empty="prompt.no_known_issues" />
    </>
  )
}
