import { hueOf, isGroupSlug } from '#shared/library/groups.ts'
import marks from './group-marks.svg?no-inline'

/** Mark of a functional group in its hue. The paths are in a cached file, so that no script or page contains them. */
export function GroupMark({ slug, className = 'size-5' }: { slug: string; className?: string }) {
  return (
    <svg className={`icon shrink-0 text-hue ${className}`} data-group={hueOf(slug)} aria-hidden="true">
      <use href={`${marks}#${isGroupSlug(slug) ? slug : 'other'}`} />
    </svg>
  )
}
