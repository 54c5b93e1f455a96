/** What mail programs look for to make links of plain text, in the scripts that domains may have. */
const separators = /(?<=[\p{L}\p{M}\p{N}])[.．。｡](?=[\p{L}\p{N}])|:(?=\/\/)|@(?=[\p{L}\p{N}])/gu
const invisibleSpace = '\u200B'

/** A text of strangers, as what it says alone: no program makes a link of it, and it turns no other text around. */
export const withoutLinks = (text: string) =>
  text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(separators, (separator) => separator + invisibleSpace)
