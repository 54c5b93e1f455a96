export const messages = {
  auth: {
    rate: 'Log in to rate this prompt',
    save: 'Log in to save this prompt',
    collect: 'Log in to add this prompt to a collection',
  },
  marks: {
    yours: 'You: {value}',
    saved: 'Saved',
    remove_rating: 'Click again to remove your rating',
    save_failed: 'Could not update save state.',
    network_failed: 'Network error while saving.',
    rate_failed: 'Could not save the Rating.',
    rate: 'Rate this prompt',
    stars: { one: '{count} star', other: '{count} stars' },
    save: 'Save',
    unsave: 'Click again to remove it from your saved prompts',
    collect: 'Add to collection',
  },
  collection: {
    empty: 'There are no prompts in this collection.',
    shared_by: 'A collection by {owner}',
  },
} as const
