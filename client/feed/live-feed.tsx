import { ChevronDown, Pause, Play } from 'lucide-react'
import { useEffect, useId, useReducer, useState } from 'react'
import { Link } from '../app/link.tsx'
import { readStorage, writeStorage } from '../app/storage.ts'
import { defineMessages } from '../app/i18n.tsx'
import { useFeedTitles } from './feed-titles.ts'
import { initialCount, simulatedItem, nextDelayMs, prependItem } from './live-feed-rules.ts'
import type { FeedItem, FeedTitle } from './live-feed-rules.ts'

const { useTranslate } = defineMessages({
  en: () => import('./messages.en.ts'),
  es: () => import('./messages.es.ts'),
})

let createdCount = 0

function firstItems(titles: FeedTitle[]): FeedItem[] {
  return Array.from({ length: initialCount() }, () => simulatedItem(++createdCount, titles))
}

function useItems(titles: FeedTitle[], isPaused: boolean): FeedItem[] {
  const [items, add] = useReducer(prependItem, titles, firstItems)
  useEffect(() => {
    if (isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setTimeout>
    const scheduleNext = () => {
      timer = setTimeout(() => {
        if (!document.hidden) add(simulatedItem(++createdCount, titles))
        scheduleNext()
      }, nextDelayMs())
    }
    scheduleNext()
    return () => clearTimeout(timer)
  }, [titles, isPaused])
  return items
}

function Item({ item }: { item: FeedItem }) {
  const t = useTranslate()
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
        <b>{item.name}</b> {t(`feed.${item.actionKey}`, item.actionParams)}
      </Link>
    </li>
  )
}

function Items({ titles }: { titles: FeedTitle[] }) {
  const t = useTranslate()
  const [isPaused, setPaused] = useState(() => readStorage('feed.paused') === 'yes')
  const items = useItems(titles, isPaused)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const toggle = () => {
    writeStorage('feed.paused', isPaused ? '' : 'yes')
    setPaused(!isPaused)
  }
  return (
    <div className={`feed-list ${isOpen ? 'is-open' : ''}`}>
      <div className="feed-heading">
        <p className="min-w-0 flex-1">{t('common.feed')}</p>
        <button
          type="button"
          className="feed-button feed-pause"
          aria-label={t(isPaused ? 'feed.play' : 'feed.pause')}
          onClick={toggle}
        >
          {isPaused ? <Play className="size-4" /> : <Pause className="size-4" />}
        </button>
        <button
          type="button"
          className="feed-button feed-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t(isOpen ? 'feed.hide' : 'feed.show')}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <ul id={id} className="feed-items" aria-live="off">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </div>
  )
}

/** Feed of simulated activity, labelled as simulated. It is rendered in the browser only. */
export function LiveFeed() {
  const titles = useFeedTitles()
  return titles && <Items titles={titles} />
}
