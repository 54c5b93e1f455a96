const { isTTY } = process.stderr

/** Status line for terminals; prints nothing to other outputs. */
export function createStatusLine() {
  let last = 0
  return {
    show: (text: string) => {
      if (!isTTY || performance.now() - last < 100) return
      last = performance.now()
      process.stderr.write(`\r\u001b[K${text}`)
    },
    clear: () => void (isTTY && process.stderr.write('\r\u001b[K')),
  }
}
