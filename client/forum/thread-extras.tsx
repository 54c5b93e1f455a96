import { FreshComments } from './fresh-comments.tsx'
import { KeysAction } from './keys-action.tsx'

/** Comments that come while one reads, and the keys. */
export function ThreadExtras() {
  return (
    <>
      <FreshComments />
      <KeysAction />
    </>
  )
}
