import { SaveToggle } from '../ui/save-toggle.tsx'
import { useTranslatePosts } from './saved-posts.messages.ts'
import { useSavedPost } from './use-saved-post.ts'

export function SavePostButton({ post }: { post: { slug: string; is_saved?: boolean } }) {
  const t = useTranslatePosts()
  const labels = { save: t('saved_posts.save'), saved: t('saved_posts.saved'), undo: t('saved_posts.unsave') }
  return <SaveToggle saving={useSavedPost(post)} labels={labels} />
}
