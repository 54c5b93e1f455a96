export const messages = {
  blog: { problem: { admins_only: 'Only admins can see posts before they are published.' } },
} as const
