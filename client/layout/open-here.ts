import { useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Whether something is open on this page; going to another one closes it. */
export function useOpenHere(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)]
}
