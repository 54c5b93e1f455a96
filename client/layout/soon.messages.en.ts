export const messages = {
  title: 'This page is coming soon',
  text: 'We’re still building it. The library is already open: find a prompt, read it, copy it.',
  library: 'Go to the library',
} as const
