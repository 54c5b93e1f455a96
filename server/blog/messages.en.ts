export const messages = {
  blog: {
    problem: {
      slug_taken: 'Another post already has this address. Choose another one.',
      tag_taken: 'There is already a tag with this address.',
      tag_without_letters: 'Use a name with letters from a to z or digits in it.',
      no_such_tag: 'This tag no longer exists. Remove it.',
      no_such_picture: 'This picture no longer exists. Upload it again.',
      missing: 'Fill this in before you publish or schedule the post.',
      no_language: 'Write the post in at least one language before you publish or schedule it.',
      date_ahead: 'Choose a time in the future.',
      date_passed: 'Choose a time in the past, or schedule the post.',
      is_public: 'Unpublish the post first: a published or scheduled post can’t be deleted.',
    },
    picture: {
      type: 'Use a picture in the format JPEG, PNG, WebP or AVIF.',
      broken: 'This picture is damaged or incomplete. Save it again, then upload it.',
      animated: 'This picture is animated. Use a still one.',
      too_many_pixels: 'This picture has more than 50 megapixels. Make it smaller first.',
      too_large: 'This file is larger than 10 MB. Make it smaller first.',
    },
  },
} as const
