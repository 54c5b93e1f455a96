const wordsPerMinute = 200

export const readingMinutes = (text: string) =>
  Math.max(1, Math.round((text.match(/\S+/g)?.length ?? 0) / wordsPerMinute))
