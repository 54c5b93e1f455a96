// Health check of the image, which has no curl. An optional argument replaces the server's URL.
const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const host = ['0.0.0.0', '::', ''].includes(HOST) ? '127.0.0.1' : HOST
const [url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`] = process.argv.slice(2)

const isWell = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status < 500,
    () => false,
  )
void isWell(url).then((well) => process.exit(well ? 0 : 1))
