export const invitationPaths = {
  list: '/admin/members/invitations',
  api: {
    invitation: '/api/users/invitation/',
    register: '/api/users/invitation/register/',
    accept: '/api/users/invitation/accept/',
    list: '/api/admin/invitations/',
    item: (id: number) => `/api/admin/invitations/${id}/`,
    resend: (id: number) => `/api/admin/invitations/${id}/resend/`,
  },
}
