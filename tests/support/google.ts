import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runInThisContext } from 'node:vm'
import { googleKeysUrl } from '../../server/users/google-keys.ts'

export const audience = 'promptory.apps.googleusercontent.com'
export const newKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}
const [key, foreignKey] = [newKey('ours'), newKey('ours')]
export const googleKeys = {
  keys: [key.jwk] as unknown[],
  status: 200,
  headers: { 'cache-control': 'max-age=600' },
  requests: 0,
}
const certs = createServer((_request, response) => {
  googleKeys.requests++
  response.writeHead(googleKeys.status, { 'content-type': 'application/json', ...googleKeys.headers })
  response.end(JSON.stringify({ keys: googleKeys.keys }))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => certs.once('listening', resolve))
// Serves all test files of the process.
certs.unref()
export const localCertsUrl = `http://127.0.0.1:${(certs.address() as AddressInfo).port}/certs`
/** Redirects requests for Google's keys to this server. */
const redirectFetch = `{
  const { fetch } = globalThis
  globalThis.fetch = (url, options) => fetch(url === '${googleKeysUrl}' ? '${localCertsUrl}' : url, options)
}`
runInThisContext(redirectFetch)
/** Node options with this redirect, for a server in its own process. */
export const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(redirectFetch)}`

let made = 0
export const nonce = 'AbCdEfGhIjKlMnOpQrStUvWx'
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
type Claims = Record<string, unknown>

export function credentialOf(
  claims: Claims = {},
  { header = {}, signer = key }: { header?: object; signer?: typeof key } = {},
) {
  const now = Math.floor(Date.now() / 1000)
  const sub = `sub-${++made}`
  const body = {
    iss: 'https://accounts.google.com',
    aud: audience,
    iat: now,
    exp: now + 3600,
    nonce,
    sub,
    email: `${sub}@gmail.com`,
    email_verified: true,
    given_name: 'Inés',
    family_name: 'Ríos',
    jti: String(made),
    ...claims,
  }
  const text = `${part({ alg: 'RS256', kid: signer.kid, typ: 'JWT', ...header })}.${part(body)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(signer.privateKey).toString('base64url')}`
}

export { foreignKey, key }
