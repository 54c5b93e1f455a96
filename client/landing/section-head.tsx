export function SectionHead({ title, text }: { title: string; text?: string }) {
  return (
    <>
      <h2 className="text-2xl font-bold">{title}</h2>
      {text && <p className="mt-3 max-w-prose text-lg text-pretty text-muted">{text}</p>}
    </>
  )
}
