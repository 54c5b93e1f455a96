const separators = /(?<=[\p{L}\p{M}\p{N}])[.．。｡](?=[\p{L}\p{N}])|:(?=\/\/)|@(?=[\p{L}\p{N}])/gu
const invisibleSpace = '\u200B'

/** Keeps mail clients from turning untrusted text into links, and removes bidirectional control characters. */
export const preventAutolinks = (text: string) =>
  text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(separators, (separator) => separator + invisibleSpace)
