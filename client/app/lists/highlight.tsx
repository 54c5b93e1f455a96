import { Fragment } from 'react'

export function Highlight({ text, pattern }: { text: string; pattern: RegExp | null }) {
  if (!pattern) return text
  let end = 0
  const parts = [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const before = text.slice(end, index)
    end = index + found.length
    return (
      <Fragment key={index}>
        {before}
        <mark>{found}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
