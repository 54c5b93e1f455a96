export const messages = {
  editor: {
    tools: 'Formatting',
    edits: {
      bold: 'Bold',
      italic: 'Italic',
      heading: 'Heading',
      link: 'Link',
      quote: 'Quote',
      code: 'Code',
      list: 'List',
      numbers: 'Numbered list',
    },
    sample: 'text',
    view: 'View',
    write: 'Write',
    preview: 'Preview',
    preview_empty: 'What you write shows up here, the way others will see it.',
    preview_failed: 'The preview isn’t working right now. Your text is safe.',
    left: { one: '{count} character left', other: '{count} characters left' },
    too_many: { one: '{count} character too many', other: '{count} characters too many' },
  },
} as const
