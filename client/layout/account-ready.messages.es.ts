export const messages = {
  text: 'Tu cuenta está lista. Inicia sesión para usarla.',
} as const
