import { useCallback, useEffect, useState } from 'react'

const visibleMs = 6_000

export function useToast() {
  const [text, setText] = useState('')
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), visibleMs)
    return () => clearTimeout(timer)
  }, [text])
  const show = useCallback((message: string) => setText(message), [])
  const notice = (
    <output className="toast">
      {text && (
        <span className="animate-appear rounded-xl border border-line bg-raised px-5 py-3 font-medium shadow-raised">
          {text}
        </span>
      )}
    </output>
  )
  return { notice, show }
}
