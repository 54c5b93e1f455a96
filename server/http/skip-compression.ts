import type { onRequestHookHandler } from 'fastify'

/** Keeps files uncompressed: @fastify/compress would compress them per request, 10 to 70 ms of processor. */
export const skipCompression: onRequestHookHandler = ({ headers }, _reply, next) => {
  headers['x-no-compression'] = '1'
  next()
}
