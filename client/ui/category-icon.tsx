import { hueOf, isGroupSlug } from '#shared/library/groups.ts'
import icons from './category-icons.svg?no-inline'
import marks from './group-marks.svg?no-inline'

type CategoryIconProps = { category: { slug: string; functional: { slug: string } }; isLarge?: boolean }

/** Icon of a category in the hue of its group. It covers the group's mark, which a category without an icon shows. */
export function CategoryIcon({ category: { slug, functional }, isLarge = false }: CategoryIconProps) {
  return (
    <svg className={`icon tile ${isLarge ? 'tile-large' : ''}`} data-group={hueOf(functional.slug)} aria-hidden="true">
      <use href={`${marks}#${isGroupSlug(functional.slug) ? functional.slug : 'other'}`} />
      <use href={`${icons}#${slug}`} />
    </svg>
  )
}
