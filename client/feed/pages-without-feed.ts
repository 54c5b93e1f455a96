import { paths } from '#shared/paths.ts'

const pagesWithoutFeed = new Set([
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
export const isPageWithoutFeed = (pathname: string) =>
  pagesWithoutFeed.has(pathname) || /^\/library\/(?:prompt|pipeline)\//.test(pathname)
