export const messages = {
  label: 'Anuncio',
  more: 'Más información',
  dismiss: 'Cerrar el anuncio',
} as const
