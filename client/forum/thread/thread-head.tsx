import type { Author, Branch, Comment, CommentPage, Thread } from '#shared/forum/schema.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths, withQuery } from '#shared/paths.ts'
import { breadcrumbList, Head } from '../../app/head.tsx'
import { useLocale } from '../../app/i18n.tsx'
import { useSite } from '../../app/site.ts'
import { useAuthorName } from './byline.tsx'
import { cursorOf } from './comment-branch.tsx'
import { commentAddress } from './thread-context.tsx'
import type { CommentsParams } from '../thread.queries.ts'
import { useTranslate } from './messages.ts'

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const textOf = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()

const interactionCounter = (type: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: count,
})

type Text = Pick<Comment, 'author' | 'created_at' | 'edited_at' | 'likes' | 'dislikes'>

const isShown = ({ status }: Comment) => status === 'visible'

function useDiscussion(thread: Thread, branches: Branch[]) {
  const site = useSite()
  const nameOf = useAuthorName()
  const person = (author: Author) => ({
    '@type': 'Person',
    name: nameOf(author),
    ...(author && { url: site.url + forumPaths.forum({ author: author.username }) }),
  })
  const factsOf = ({ author, created_at, edited_at, likes, dislikes }: Text, html: string) => ({
    author: person(author),
    datePublished: created_at,
    ...(edited_at && { dateModified: edited_at }),
    text: textOf(html),
    interactionStatistic: [interactionCounter('LikeAction', likes), interactionCounter('DislikeAction', dislikes)],
  })
  const commentOf = (comment: Comment) => ({
    '@type': 'Comment',
    url: site.url + commentAddress(thread.meta_slug, comment.id),
    ...factsOf(comment, comment.body_html),
  })
  const url = site.url + forumPaths.thread(thread.meta_slug)
  const facts = factsOf({ ...thread, created_at: thread.published_at ?? thread.created_at }, thread.description_html)
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: thread.title,
    inLanguage: thread.language,
    ...facts,
    interactionStatistic: [...facts.interactionStatistic, interactionCounter('CommentAction', thread.comment_count)],
    commentCount: thread.comment_count,
    isPartOf: { '@type': 'WebPage', url: site.url + forumPaths.forum({ section: thread.section.slug }) },
    comment: branches.flatMap((branch) => {
      const replies = branch.replies.results.filter(isShown).map(commentOf)
      if (!isShown(branch)) return replies
      return [{ ...commentOf(branch), ...(replies.length > 0 && { comment: replies }) }]
    }),
  }
}

/** Structured data. It is in the server's page only, so that no script contains it. */
function Discussion({ thread, branches }: { thread: Thread; branches: Branch[] }) {
  const text = JSON.stringify(useDiscussion(thread, branches)).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
const hasStructuredData = import.meta.env.SSR || import.meta.env.DEV

type ThreadHeadProps = { thread: Thread; page: CommentPage | undefined; params: CommentsParams }

/** Head of a thread page. Search engines index only pages ordered by age, since all others repeat these comments. */
export function ThreadHead({ thread, page, params }: ThreadHeadProps) {
  const t = useTranslate()
  const site = useSite()
  const locale = useLocale()
  const { meta_slug, title, excerpt, section } = thread
  const { sort, cursor, comment } = params
  const steps = [
    { name: t('place.forum'), path: paths.forum },
    { name: section.name, path: forumPaths.forum({ section: section.slug }) },
    { name: title, path: forumPaths.thread(meta_slug) },
  ]
  const isLater = comment === undefined && cursor !== undefined && page?.previous !== null
  const isCopy = comment !== undefined || (isLater && sort !== undefined)
  const addressOf = (path: string) => forumPaths.thread(meta_slug, { sort, cursor: cursorOf(path) })
  const isPublic = thread.status === 'published' && !thread.is_hidden
  return (
    <>
      {hasStructuredData ? (
        <Discussion thread={thread} branches={page?.results ?? []} />
      ) : (
        <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      )}
      <Head
        title={title}
        description={excerpt || title}
        address={forumPaths.thread(meta_slug, isLater ? { sort, cursor } : {})}
        jsonLd={[breadcrumbList(site, steps)]}
      />
      {(isCopy || !isPublic) && <meta name="robots" content="noindex" />}
      {page?.previous && <link rel="prev" href={addressOf(page.previous)} />}
      {page?.next && <link rel="next" href={addressOf(page.next)} />}
      <link
        rel="alternate"
        type="application/rss+xml"
        title={t('feed')}
        href={withQuery(forumPaths.rss, { lang: locale === 'en' ? undefined : locale })}
      />
    </>
  )
}
