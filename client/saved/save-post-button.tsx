import { SaveToggle } from './save-button.tsx'
import { useTranslatePosts } from './saved-posts.messages.ts'
import { useSavedPost } from './use-saved-post.ts'

type SavePostButtonProps = { post: { slug: string; is_saved?: boolean } }

export function SavePostButton({ post }: SavePostButtonProps) {
  const t = useTranslatePosts()
  return <SaveToggle saving={useSavedPost(post)} undo={t('saved_posts.unsave')} />
}
