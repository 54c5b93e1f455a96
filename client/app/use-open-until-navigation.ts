import { useState } from 'react'
import { useLocation } from 'react-router-dom'

export function useOpenUntilNavigation(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return [openAt === key, (isOpen) => setOpenAt(isOpen ? key : null)]
}
