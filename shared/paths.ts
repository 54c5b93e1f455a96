const part = encodeURIComponent

export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

export const startHereId = 'start-here'

/** Paths that every page needs. Each feature has its other paths in a file of its own. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  profile: '/profile',
  myPrompts: '/profile?tab=user_prompts',
  google: '/oauth/google',
  blog: '/blog',
  forum: '/forum',
  subscription: '/subscription',
  cancel: '/cancel',
  invitation: '/invitation', // the mail adds ?token=
  terms: '/terms-of-service',
  privacy: '/privacy',
  tooManyRequests: (query: { wait?: string; until?: string } = {}) => withQuery('/too-many-requests', query),
  library: '/library',
  startHere: `/library#${startHereId}`,
  category: (slug: string) => `/library/category/${part(slug)}`,
  libraryUseCase: (slug: string, filters: Record<string, string | undefined> = {}) =>
    withQuery(`/library/use-case/${part(slug)}`, filters),
  prompt: (slug: string) => `/library/prompt/${part(slug)}`,
  collection: (key: string) => `/library/collection/${part(key)}`,
  pipelines: '/library/pipelines',
  pipeline: (slug: string) => `/library/pipeline/${part(slug)}`,
  health: '/healthz',
  api: {
    register: '/api/users/register/',
    token: '/api/users/token/',
    tokenRefresh: '/api/users/token/refresh/',
    tokenRevoke: '/api/users/token/revoke/',
    google: '/api/users/google/',
    googleFallback: '/api/users/google/fallback/',
    googleCode: '/api/users/google/code/',
    googleLink: '/api/users/google/link/',
    googleLinkMail: '/api/users/google/link/mail/',
    googleLinkConfirm: '/api/users/google/link/confirm/',
    me: '/api/users/me/',
    mePassword: '/api/users/me/password/',
    meEmail: '/api/users/me/email/',
    meExport: '/api/users/me/export/',
    meSessions: '/api/users/me/sessions/',
    meSession: (id: string) => `/api/users/me/sessions/${part(id)}/`,
    confirmEmail: '/api/users/confirm_email/',
    resendConfirmation: '/api/users/me/confirm_email/',
    passwordReset: '/api/users/password_reset/',
    passwordResetConfirm: '/api/users/password_reset/confirm/',
    subscriptionStatus: '/api/subscription/status/',
    marks: (prompts: string[]) => withQuery('/api/library/marks/', { prompts: prompts.join(',') }),
    promptSave: (slug: string) => `/api/library/prompts/${part(slug)}/save/`,
    promptUnsave: (slug: string) => `/api/library/prompts/${part(slug)}/unsave/`,
    promptRating: (slug: string) => `/api/library/prompts/${part(slug)}/rating/`,
    savedPrompts: (query: { category?: string | undefined; cursor?: string; limit?: number } = {}) =>
      withQuery('/api/library/saved/', query),
    savedCategories: '/api/library/saved/categories/',
    collections: (query: { prompt?: string } = {}) => withQuery('/api/library/collections/', query),
    collection: (id: number) => `/api/library/collections/${id}/`,
    collectionShare: (id: number) => `/api/library/collections/${id}/share/`,
    collectionPrompts: (id: number, query: { cursor?: string; limit?: number } = {}) =>
      withQuery(`/api/library/collections/${id}/prompts/`, query),
    collectionPrompt: (id: number, slug: string) => `/api/library/collections/${id}/prompts/${part(slug)}/`,
    sharedCollection: (key: string, query: { cursor?: string; limit?: number } = {}) =>
      withQuery(`/api/library/shared/${part(key)}/`, query),
    plans: '/api/subscription/plans/',
    testimonials: '/api/subscription/testimonials/',
    categories: (query: { free?: '1'; use_cases?: '0' } = {}) => withQuery('/api/library/categories/', query),
    category: (slug: string) => `/api/library/categories/${part(slug)}/`,
    categoryPrompts: (slug: string, query: { free?: '1' } = {}) =>
      withQuery(`/api/library/categories/${part(slug)}/prompts/`, query),
    categoryClick: (slug: string) => `/api/library/categories/${part(slug)}/click/`,
    useCases: (query: { q: string; category?: string; free?: '1' }) => withQuery('/api/library/use-cases/', query),
    useCase: (slug: string) => `/api/library/use-cases/${part(slug)}/`,
    useCasePrompts: (slug: string, query: Record<string, string | number | undefined> = {}) =>
      withQuery(`/api/library/use-cases/${part(slug)}/prompts/`, query),
    functional: '/api/library/taxonomy/functional/',
    startHere: '/api/library/start-here/',
    popular: '/api/library/popular/',
    models: '/api/library/models/',
    titles: '/api/library/titles/',
    prompt: (slug: string) => `/api/library/prompts/${part(slug)}/`,
    promptCopy: (slug: string) => `/api/library/prompts/${part(slug)}/copy/`,
    pipelines: (query: { q?: string; free?: '1'; limit?: number } = {}) => withQuery('/api/library/pipelines/', query),
    pipeline: (slug: string) => `/api/library/pipelines/${part(slug)}/`,
    promptSearch: (query: { q: string; cursor?: string; limit?: number }) => withQuery('/api/library/search/', query),
  },
}

export const googlePages: readonly string[] = [paths.login, paths.register, paths.profile]

export const mailtoOf = (email: string) => `mailto:${email.replaceAll(/[%?&#]/g, encodeURIComponent)}`
