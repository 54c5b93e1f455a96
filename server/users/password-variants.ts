import unhomoglyph from 'unhomoglyph'

const maxDecorations = 2
/** Keys of two keyboards. Leaked passwords contain words typed on the wrong one. */
const [russian, english] = [`йцукенгшщзхъфывапролджэячсмитьбюё`, `qwertyuiop[]asdfghjkl;'zxcvbnm,.\``]
const noMarks = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu
const spelledOut = /^[\p{L}\p{N}](?:[^\p{L}\p{N}]+[\p{L}\p{N}])+$/u

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')
const toLatin = (text: string) => withoutAccents(text).replaceAll(/[^\p{ASCII}]/gu, (sign) => unhomoglyph(sign))
const toQwerty = (text: string) =>
  text.toLowerCase().replaceAll(/[а-яё]/gu, (letter) => english[russian.indexOf(letter)] ?? letter)

function undecorated(text: string): string {
  const bare = text.replaceAll(noMarks, '')
  const plain = bare.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return spelledOut.test(bare) || bare.length - plain.length <= maxDecorations ? plain : bare
}

/** Returns the password and its variants that guessers try. The weakest variant counts. */
export function passwordVariantsOf(password: string): string[] {
  const plain = password.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const typed = /\p{scx=Cyrillic}/u.test(plain) ? [toQwerty(plain)] : []
  const foldings = [plain, toLatin(plain), ...typed].flatMap((text) => [text, undecorated(text)])
  return [...new Set([password, ...foldings])]
}
