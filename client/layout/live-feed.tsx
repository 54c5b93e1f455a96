import { Pause, Play } from 'lucide-react'
import { useEffect, useReducer, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSay } from '../i18n.tsx'
import { useFeedTitles } from './feed-titles.ts'
import { firstCount, inventItem, nextDelay, withItem } from './live-feed-rules.ts'
import type { FeedItem, FeedTitle } from './live-feed-rules.ts'

const storageKey = 'feed.paused'
let made = 0

function firstItems(titles: FeedTitle[]): FeedItem[] {
  return Array.from({ length: firstCount() }, () => inventItem(++made, titles))
}

/** Items from the first few on, one more every few seconds while the page is looked at and nothing holds them. */
function useItems(titles: FeedTitle[], isPaused: boolean): FeedItem[] {
  const [items, add] = useReducer(withItem, titles, firstItems)
  useEffect(() => {
    if (isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setTimeout>
    const goOn = () => {
      timer = setTimeout(() => {
        if (!document.hidden) add(inventItem(++made, titles))
        goOn()
      }, nextDelay())
    }
    goOn()
    return () => clearTimeout(timer)
  }, [titles, isPaused])
  return items
}

function Item({ item }: { item: FeedItem }) {
  const say = useSay()
  return (
    <li className="feed-item">
      <span
        aria-hidden="true"
        style={{ backgroundColor: item.avatarColor }}
        className="flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-bold text-white"
      >
        {item.initial}
      </span>
      <Link to={item.target} className="min-w-0 text-text no-underline hover:text-brand">
        <b>{item.name}</b> {say(`feed.${item.actionKey}`, item.actionParams)}
      </Link>
    </li>
  )
}

function Items({ titles }: { titles: FeedTitle[] }) {
  const say = useSay()
  const [isPaused, setPaused] = useState(() => sessionStorage.getItem(storageKey) === 'yes')
  const items = useItems(titles, isPaused)
  const toggle = () => {
    sessionStorage.setItem(storageKey, isPaused ? '' : 'yes')
    setPaused(!isPaused)
  }
  return (
    <div className="min-[481px]:sticky min-[481px]:top-20">
      <p className="flex items-center justify-between text-xs font-bold text-muted">
        {say('feed.title')}
        <button
          type="button"
          className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:text-brand"
          aria-label={say(isPaused ? 'feed.play' : 'feed.pause')}
          onClick={toggle}
        >
          {isPaused ? <Play className="size-4" /> : <Pause className="size-4" />}
        </button>
      </p>
      <ul className="mt-1 space-y-2" aria-live="off">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </div>
  )
}

/** Invented activity, which says that it is simulated; drawn in the browser alone. */
export function LiveFeed() {
  const titles = useFeedTitles()
  return titles && <Items titles={titles} />
}
