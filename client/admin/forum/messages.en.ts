export const messages = {
  sections: {
    note: 'The parts of the forum, in the order people see them.',
    add: 'New section',
    empty: 'There is no section yet. Without one nobody can start a thread.',
    threads: { one: '{count} thread', other: '{count} threads' },
    results: 'Sections',
  },
  field: {
    name: 'Name',
    description: 'Description',
    slug: 'Address',
    slug_hint: 'As in /forum?section={slug}',
    position: 'Position',
    position_hint: 'The lowest number comes first.',
  },
  removal: {
    question: 'Delete “{name}” for good?',
    empty: 'It has no threads.',
    moves: {
      one: 'Its {count} thread moves to another section, even if it is hidden.',
      other: 'Its {count} threads move to another section, hidden ones included.',
    },
    target: 'Move its threads to',
    choose: 'Choose a section',
  },
} as const
