import { IslandLoadError } from '../../app/load-error.tsx'
import { island } from '../../app/island.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { CommentEditProps, CommentFormProps, ThreadEditProps } from './thread-forms.tsx'

const fetchForms = () => import('./thread-forms.tsx')
const fallbacks = { pending: <Progress />, Failed: IslandLoadError }

/** Form with its editor, loaded when a user starts to write. */
export const CommentForm = island<CommentFormProps>(async () => (await fetchForms()).CommentForm, fallbacks)
export const CommentEdit = island<CommentEditProps>(async () => (await fetchForms()).CommentEdit, fallbacks)
export const ThreadEdit = island<ThreadEditProps>(async () => (await fetchForms()).ThreadEdit, fallbacks)
