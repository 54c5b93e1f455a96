export const messages = {
  blog: {
    problem: {
      admins_only: 'Only admins can see posts before they are published.',
      slug_taken: 'Another post has this address already. Choose another one.',
      tag_taken: 'There is a tag with this address already.',
      tag_without_letters: 'Use a name with letters from a to z or digits in it.',
      no_such_tag: 'There is no such tag any more. Take it out.',
      no_such_picture: 'This picture is not here any more. Upload it again.',
      missing: 'Fill this in before the post is published or scheduled.',
      no_language: 'Write it in at least one language before it is published or scheduled.',
      date_ahead: 'Choose a moment that is still to come.',
      date_passed: 'Choose a moment that has passed, or schedule the post.',
      is_public: 'Take the post back first: what is published or scheduled cannot be removed.',
    },
    picture: {
      type: 'Use a picture in the format JPEG, PNG, WebP or AVIF.',
      broken: 'This picture is damaged or incomplete. Save it anew and upload it again.',
      more_behind: 'This file holds something else behind the picture. Save it anew in a picture editor.',
      animated: 'This picture moves. Use a still one.',
      too_many_pixels: 'This picture has more than 50 megapixels. Make it smaller first.',
      too_large: 'This file has more than 10 MB. Make it smaller first.',
    },
  },
} as const
