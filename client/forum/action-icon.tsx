import { Flag, MessageSquare, Pencil, Share2, ThumbsDown, ThumbsUp, Trash2 } from 'lucide-react'

const icons = {
  like: ThumbsUp,
  dislike: ThumbsDown,
  reply: MessageSquare,
  share: Share2,
  report: Flag,
  edit: Pencil,
  remove: Trash2,
}

/** Below each comment stand the same: a page of 60 draws each once, here, and refers to it from there. */
export const ActionIcons = () => (
  <svg className="hidden">
    {Object.entries(icons).map(([name, Icon]) => (
      <Icon key={name} id={`icon-${name}`} size={16} className="action-icon" />
    ))}
  </svg>
)

export const ActionIcon = ({ name }: { name: keyof typeof icons }) => (
  <svg className="size-4" aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
)
