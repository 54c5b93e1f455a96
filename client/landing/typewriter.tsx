/** Keeps the room of the longest task, so that nothing moves while one is typed; the caret is the edge of its text. */
export function Typewriter({ tasks, text }: { tasks: readonly string[]; text: string }) {
  return (
    <span className="grid *:col-start-1 *:row-start-1" aria-hidden="true">
      {tasks.map((task) => (
        <span key={task} className="invisible pr-1">
          {task}
        </span>
      ))}
      <span>
        <span className="border-r-2 border-brand pr-0.5">{text}</span>
      </span>
    </span>
  )
}
