const { isTTY } = process.stderr

/** Status line for terminals. Other outputs get a new line every `elsewhereMs`. */
export function createStatusLine(elsewhereMs = Infinity) {
  let last = 0
  return {
    show: (text: string) => {
      if (performance.now() - last < (isTTY ? 100 : elsewhereMs)) return
      last = performance.now()
      process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`)
    },
    clear: () => void (isTTY && process.stderr.write('\r\u001b[K')),
  }
}
