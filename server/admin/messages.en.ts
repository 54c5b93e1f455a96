export const messages = {
  members: {
    problem: {
      own_role: 'You can’t give up your own admin role. Ask another admin to do it.',
      own_block: 'You can’t block your own account.',
      team_account: 'This is the team’s own account. Nobody logs in to it, so its role stays as it is.',
      last_admin: 'This is the last admin. Make somebody else an admin first.',
      past: 'Choose a time in the future.',
      confirmed: 'The address is already confirmed.',
      blocked: 'This account is blocked. Unblock it first.',
    },
  },
} as const
