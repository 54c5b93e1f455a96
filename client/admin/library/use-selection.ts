import { useState } from 'react'

/** What of a list is selected: some of what is shown, or all that its filters find. */
export function useSelection(shown: readonly number[]) {
  const [ids, setIds] = useState<readonly number[]>([])
  const [isAll, setAll] = useState(false)
  return {
    ids,
    isAll,
    isPage: shown.length > 0 && shown.every((id) => ids.includes(id)),
    has: (id: number) => isAll || ids.includes(id),
    /** Of all, one less is what is shown without it. */
    toggle: (id: number) => {
      const former = isAll ? shown : ids
      setAll(false)
      setIds(former.includes(id) ? former.filter((one) => one !== id) : [...former, id])
    },
    choosePage: () => {
      setAll(false)
      setIds(shown)
    },
    chooseAll: () => setAll(true),
    clear: () => {
      setAll(false)
      setIds([])
    },
  }
}
export type Selection = ReturnType<typeof useSelection>
