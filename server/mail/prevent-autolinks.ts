const separators = /(?<=[\p{L}\p{M}\p{N}])[.．。｡](?=[\p{L}\p{N}])|:(?=\/\/)|@(?=[\p{L}\p{N}])/gu
const invisibleSpace = '\u200B'

/** Prevents mail clients from making links of untrusted text. Removes bidirectional control characters. */
export const preventAutolinks = (text: string) =>
  text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(separators, (separator) => separator + invisibleSpace)
