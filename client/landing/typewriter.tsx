import { useEffect, useState } from 'react'

const paceMs = { type: 55, erase: 25, read: 1_800 }
type Typed = { task: number; length: number; isErasing: boolean }

function next({ task, length, isErasing }: Typed, tasks: readonly string[]): { waitMs: number; typed: Typed } {
  const whole = tasks[task]?.length ?? 0
  if (isErasing && length === 0) {
    return { waitMs: paceMs.type, typed: { task: (task + 1) % tasks.length, length: 1, isErasing: false } }
  }
  if (isErasing) return { waitMs: paceMs.erase, typed: { task, length: length - 1, isErasing } }
  if (length < whole) return { waitMs: paceMs.type, typed: { task, length: length + 1, isErasing } }
  return { waitMs: paceMs.read, typed: { task, length: whole - 1, isErasing: true } }
}

function useTyped(tasks: readonly string[], isStill: boolean): string {
  const first = tasks[0] ?? ''
  const [typed, setTyped] = useState<Typed>({ task: 0, length: first.length, isErasing: false })
  useEffect(() => {
    if (isStill) return
    const following = next(typed, tasks)
    const timer = setTimeout(() => setTyped(following.typed), following.waitMs)
    return () => clearTimeout(timer)
  }, [typed, tasks, isStill])
  return isStill ? first : (tasks[typed.task] ?? '').slice(0, typed.length)
}

export function Typewriter({ tasks, isStill }: { tasks: readonly string[]; isStill: boolean }) {
  const text = useTyped(tasks, isStill)
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
