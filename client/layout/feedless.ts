import { paths } from '#shared/paths.ts'

const feedless = new Set([
  paths.home,
  paths.login,
  paths.register,
  paths.terms,
  paths.privacy,
  paths.subscription,
  paths.profile,
  paths.forgotPassword,
  paths.resetPassword,
])
/** Whether a page goes without the feed; a page that does not exist says so itself. */
export const isFeedless = (pathname: string) => feedless.has(pathname) || pathname.startsWith('/library/prompt/')
