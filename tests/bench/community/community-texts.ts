import { excerptOf } from '../../../server/markdown/excerpt.ts'
import { closeMarkdown, renderMarkdown } from '../../../server/markdown/markdown.ts'
import type { TextKind } from '../../../server/markdown/render-text.ts'

export const texts = [
  `I have used this for three weeks now and it holds up well, apart from one thing: as soon as the source has **two dates**, the model picks the first.

What I do instead:

1. Ask for the dates alone, as a list.
2. Ask which of them is meant, with the sentence that says so.
3. Only then ask for the summary.

\`\`\`text
List every date in the text below with the sentence that it stands in.
Do not explain. If there is none, answer "none".
\`\`\`

That costs one more call, and in 40 of 42 cases the answer was right. The long version is at [my notes](https://example.test/notes/dates-in-summaries), with the two that failed.`,
  `Thanks, that helped. Two remarks from somebody who has to read the answers in the end:

- Say *who reads it* before you say what it is about. "For a colleague who was not there" changes more than any word about the tone.
- Give a length in sentences. Nobody, and no model, knows what "short" is.

> The shorter the prompt, the longer the answer.

With both, the answers fell from about 400 words to 120, and nobody has asked for the missing rest. What I would still like to know: does anyone keep the examples in a file of their own, or do you paste them each time? I have tried \`examples.md\` beside the prompt, as https://example.test/guide/examples says, and find it hard to keep up to date.`,
  `It depends on the model. Here is what I measured last night, fifty runs each, same input:

| prompt | right | tokens |
| --- | --- | --- |
| as in the first post | 31 | 410 |
| with one example | 44 | 530 |
| with three examples | 45 | 790 |

So one good example is worth it and the next two are not, at least here. The example has to look like the *hard* case, though; with an easy one the result was no better than with none.

The script is ten lines, ask if you want it:

\`\`\`python
for run in range(50):
    answer = ask(prompt, text)
    right += answer.strip() == expected
\`\`\``,
  `Same here. I stopped asking for "creative" and started to ask for what I want to be surprised by: ten titles of at most six words, none with a colon, no two that begin alike, and at the end the one that a careful editor would take.

The list of what it must *not* do matters most:

- no questions as titles
- no "ultimate", no "unlock", no "journey"
- nothing that could stand above another text

Then I throw nine away. What is left is better than what I had before, and it takes a minute. Somebody wrote about the same idea for headlines [here](https://example.test/headlines), and the comments below it are worth more than the text.`,
  `Short answer: put the rule at the end, after the text, not before it.

Long answer: with a text of some thousand words the first lines are far away when the model starts to write, and what it has just read weighs more. I keep the order *text, task, form, check*. The check is a sentence like this:

    Before you answer, see that every number in your answer stands in the text above.

It does not make it perfect, but I had 6 wrong numbers in 100 answers before and 1 after. If your text is shorter than a page, you will see no difference at all, and then the order that reads best is the right one. I would be glad to hear whether that holds for other languages than English.`,
]

const postText = texts.map((text, number) => `## Part ${number + 1}\n\n${text}`).join('\n\n')

export type RenderedText = { body: string; html: string; excerpt: string }

async function renderAll(list: string[], kind: TextKind): Promise<RenderedText[]> {
  const html = await Promise.all(list.map((text) => renderMarkdown(text, kind, 'body')))
  return list.map((body, index) => ({ body, html: html[index] ?? '', excerpt: excerptOf(html[index] ?? '', 200) }))
}

export async function renderTexts(): Promise<Record<TextKind, RenderedText[]>> {
  const rendered = {
    thread: await renderAll(texts, 'thread'),
    comment: await renderAll(texts, 'comment'),
    post: await renderAll([postText], 'post'),
  }
  await closeMarkdown()
  return rendered
}
