export const groupSlugs = [
  'engineering',
  'finance-and-legal',
  'health',
  'learning',
  'marketing',
  'personal',
  'customers',
  'operations',
] as const
export type GroupSlug = (typeof groupSlugs)[number]

type GroupLook = { hue: number; light: string; dark: string; mark: string }

export const functionalGroups: Record<GroupSlug, GroupLook> = {
  engineering: {
    hue: 250,
    light: '#1f6cb0',
    dark: '#89c3ff',
    mark: 'M2.5 4L8.5 10L2.5 16M12 14H20Q22 14 22 16V19Q22 21 20 21H12Q10 21 10 19V16Q10 14 12 14ZM17 6.5L17.5 7L17 7.5L16.5 7Z',
  },
  'finance-and-legal': {
    hue: 155,
    light: '#007e46',
    dark: '#81d39f',
    mark: 'M3 4H21M11 9H21M11 14H19Q21 14 21 16V19Q21 21 19 21H11Q9 21 9 19V16Q9 14 11 14ZM4 17L4.5 17.5L4 18L3.5 17.5Z',
  },
  health: {
    hue: 195,
    light: '#007979',
    dark: '#57d4d4',
    mark: 'M2 13H4L7 4L10.5 20L12.5 13H14M16.5 10H20Q22 10 22 12V14Q22 16 20 16H16.5Q14.5 16 14.5 14V12Q14.5 10 16.5 10ZM18 4L18.5 4.5L18 5L17.5 4.5Z',
  },
  learning: {
    hue: 300,
    light: '#7555a8',
    dark: '#c8aefa',
    mark: 'M12 8.5V20.5M12 8.5Q7.5 5 2 5.5V18Q7.5 17.5 12 20.5Q16.5 17.5 22 18V14M16.5 4H20Q22 4 22 6V8Q22 10 20 10H16.5Q14.5 10 14.5 8V6Q14.5 4 16.5 4ZM7 11.5L7.5 12L7 12.5L6.5 12Z',
  },
  marketing: {
    hue: 25,
    light: '#a74541',
    dark: '#fda19a',
    mark: 'M2 10L12 5V19L2 14ZM17 9H20Q22 9 22 11V13Q22 15 20 15H17Q15 15 15 13V11Q15 9 17 9ZM18.5 3.5L19 4L18.5 4.5L18 4Z',
  },
  personal: {
    hue: 350,
    light: '#9e4573',
    dark: '#f4a0c8',
    mark: 'M2 11L12 3L22 11M5 9V21H19V9M11 14H13Q15 14 15 16V19Q15 21 13 21H11Q9 21 9 19V16Q9 14 11 14ZM12 9L12.5 9.5L12 10L11.5 9.5Z',
  },
  customers: {
    hue: 50,
    light: '#a24e10',
    dark: '#f7a97c',
    mark: 'M5 3H19Q21 3 21 5V15Q21 17 19 17H12L7 21V17H5Q3 17 3 15V5Q3 3 5 3ZM8.5 7H12Q14 7 14 9V11Q14 13 12 13H8.5Q6.5 13 6.5 11V9Q6.5 7 8.5 7ZM17.5 9.5L18 10L17.5 10.5L17 10Z',
  },
  operations: {
    hue: 275,
    light: '#5460b3',
    dark: '#aab9ff',
    mark: 'M3 6L5 8L9 4M13 6H21M13 12H19Q21 12 21 14V17Q21 19 19 19H13Q11 19 11 17V14Q11 12 13 12ZM5 15L5.5 15.5L5 16L4.5 15.5Z',
  },
}

export const otherMark = 'M5 8H14Q16 8 16 10V14Q16 16 14 16H5Q3 16 3 14V10Q3 8 5 8ZM20 11.5L20.5 12L20 12.5L19.5 12Z'

export const isGroupSlug = (slug: string): slug is GroupSlug => groupSlugs.some((known) => known === slug)

export function hueOf(slug: string): GroupSlug {
  if (isGroupSlug(slug)) return slug
  const sum = Array.from(slug).reduce((hash, sign) => (hash * 31 + (sign.codePointAt(0) ?? 0)) % 65_521, 7)
  return groupSlugs[sum % groupSlugs.length] ?? 'engineering'
}
