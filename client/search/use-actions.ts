import {
  ArrowRight,
  Bookmark,
  Clock,
  Copy,
  FileText,
  Keyboard,
  Languages,
  MessageSquarePlus,
  SunMoon,
  UserRound,
  Wrench,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { adminAreas } from '#shared/admin/areas.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { locales } from '#shared/locale.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { profileTabs } from '#shared/users/profile-tabs.ts'
import { useLocale } from '../app/i18n.tsx'
import { switchLanguage } from '../app/session/switch-language.ts'
import { useCan } from '../app/session/use-can.ts'
import { useViewer } from '../app/session/viewer.ts'
import { readStorage } from '../app/storage.ts'
import { useTheme } from '../app/theme.ts'
import { useSearch } from '../dialogs/search-provider.tsx'
import { beginsWords } from './find-titles.ts'
import { useTranslate } from './messages.ts'
import { parseRecent } from './parse-recent.ts'

/** Option of the dialog: a link, or an action that runs once the dialog has closed. */
export type Action = { key: string; Icon: LucideIcon; title: string } & ({ to: string } | { run: () => void })
export type ActionGroup = { name: 'here' | 'recent' | 'go' | 'do'; actions: Action[] }

const maxRecent = 5

/** Buttons of the current page, by `data-command`. Each is clicked in its place, so that it shows its own result. */
function pageCommands(pathname: string): Action[] {
  if (!pathname.startsWith(paths.prompt('')) && !pathname.startsWith(`${paths.blog}/`)) return []
  return [['copy', Copy] as const, ['save', Bookmark] as const].flatMap(([command, Icon]) => {
    const button = document.querySelector<HTMLElement>(`#content [data-command=${command}]`)
    const title = button && (button.title || button.textContent)
    return button && title ? [{ key: command, Icon, title, run: () => button.click() }] : []
  })
}

const readRecent = (pathname: string): Action[] =>
  parseRecent(readStorage('library.recent'))
    .filter(({ path }) => path !== pathname)
    .slice(0, maxRecent)
    .map(({ title, path }) => ({ key: `recent ${path}`, Icon: Clock, title, to: path }))

const link = (to: string, title: string, Icon: LucideIcon = ArrowRight) => ({ key: to, Icon, title, to })

function useLinks(): Action[] {
  const t = useTranslate()
  const can = useCan()
  const { is_signed_in } = useViewer()
  const tabs = profileTabs.map((tab) =>
    link(withQuery(paths.profile, tab === 'profile' ? {} : { tab }), t(`search.profile.${tab}`), UserRound),
  )
  return [
    link(paths.library, t('search.go.library'), FileText),
    link(paths.pipelines, t('search.go.pipelines')),
    link(paths.blog, t('search.go.news')),
    link(paths.forum, t('search.go.forum')),
    link(paths.subscription, t('search.go.plans')),
    ...(is_signed_in ? tabs : [link(paths.login, t('search.go.log_in'), UserRound)]),
    ...adminAreas
      .filter(({ rights }) => rights.some(can))
      .map(({ name, path }) => link(path, t(`search.admin.${name}`), Wrench)),
  ]
}

function useCommands(): Action[] {
  const t = useTranslate()
  const locale = useLocale()
  const page = useLocation()
  const { switchTheme } = useTheme()
  const { openShortcuts } = useSearch()
  return [
    { key: 'new thread', Icon: MessageSquarePlus, title: t('search.do.new_thread'), to: forumPaths.newThread },
    { key: 'theme', Icon: SunMoon, title: t('theme.switch'), run: switchTheme },
    ...locales
      .filter((other) => other !== locale)
      .map((other) => ({
        key: other,
        Icon: Languages,
        title: t('search.do.language', { language: t(`languages.${other}`) }),
        run: () => void switchLanguage(other, page),
      })),
    { key: 'keys', Icon: Keyboard, title: t('search.do.keys'), run: openShortcuts },
  ]
}

/** Actions of the dialog. Words select those whose title has them; without words, recent prompts come first. */
export function useActions(q: string): ActionGroup[] {
  const { pathname } = useLocation()
  const [links, commands] = [useLinks(), useCommands()]
  const all: ActionGroup[] = [
    { name: 'here', actions: pageCommands(pathname) },
    { name: 'recent', actions: q === '' ? readRecent(pathname) : [] },
    { name: 'go', actions: links },
    { name: 'do', actions: commands },
  ]
  return all
    .map(({ name, actions }) => ({ name, actions: actions.filter(({ title }) => beginsWords(title, q)) }))
    .filter(({ actions }) => actions.length > 0)
}
