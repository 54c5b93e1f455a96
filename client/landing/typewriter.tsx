import { useEffect, useState } from 'react'

/** How long a letter takes to be typed and to be erased, and a whole task to be read, in ms. */
const pace = { type: 55, erase: 25, read: 1_800 }
type Typed = { task: number; length: number; isErasing: boolean }

/** What is shown next, and after how long. */
function next({ task, length, isErasing }: Typed, tasks: string[]): { wait: number; typed: Typed } {
  const whole = tasks[task]?.length ?? 0
  if (isErasing && length === 0) {
    return { wait: pace.type, typed: { task: (task + 1) % tasks.length, length: 1, isErasing: false } }
  }
  if (isErasing) return { wait: pace.erase, typed: { task, length: length - 1, isErasing } }
  if (length < whole) return { wait: pace.type, typed: { task, length: length + 1, isErasing } }
  return { wait: pace.read, typed: { task, length: whole - 1, isErasing: true } }
}

function useTyped(tasks: string[], isStill: boolean): string {
  const first = tasks[0] ?? ''
  const [typed, setTyped] = useState<Typed>({ task: 0, length: first.length, isErasing: false })
  useEffect(() => {
    if (isStill) return
    const following = next(typed, tasks)
    const timer = setTimeout(() => setTyped(following.typed), following.wait)
    return () => clearTimeout(timer)
  }, [typed, tasks, isStill])
  return isStill ? first : (tasks[typed.task] ?? '').slice(0, typed.length)
}

/** Types and erases one task after the other, in the room of the longest; what is read aloud stands elsewhere. */
export function Typewriter({ tasks, isStill }: { tasks: string[]; isStill: boolean }) {
  const shown = useTyped(tasks, isStill)
  return (
    <span className="grid *:col-start-1 *:row-start-1" aria-hidden="true">
      {tasks.map((task) => (
        <span key={task} className="invisible">
          {task}
        </span>
      ))}
      <span>
        {shown}
        <span className="ml-0.5 inline-block h-[1em] w-0.5 translate-y-[0.15em] bg-brand" />
      </span>
    </span>
  )
}
