/** Keeps the room of the longest task, so that nothing moves while one is typed. */
export function Typewriter({ tasks, text }: { tasks: readonly string[]; text: string }) {
  return (
    <span className="grid *:col-start-1 *:row-start-1" aria-hidden="true">
      {tasks.map((task) => (
        <span key={task} className="invisible">
          {task}
        </span>
      ))}
      <span>
        {text}
        <span className="ml-0.5 inline-block h-[1em] w-0.5 translate-y-[0.15em] bg-brand" />
      </span>
    </span>
  )
}
