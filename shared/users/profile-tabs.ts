import { choiceParam } from '../query-params.ts'

export const profileTabs = ['profile', 'saved_news', 'threads', 'user_prompts', 'subscription', 'payments'] as const
export type ProfileTab = (typeof profileTabs)[number]
export const ProfileQuery = { tab: choiceParam(profileTabs) }
