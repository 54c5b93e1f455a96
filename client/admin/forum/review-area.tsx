import { ReviewList } from '../../forum/review-list.tsx'

/** What waits for a moderator, as at /moderation. */
export function ReviewArea() {
  return <ReviewList />
}
