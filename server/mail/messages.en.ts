export const messages = {
  mails: {
    hello: 'Hello,',
    hello_name: 'Hello {name},',
    copy: 'If the button does not work, copy this address into your browser:',
    contact: 'Questions? Write to {email}.',
  },
} as const
