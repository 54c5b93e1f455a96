import type { onRequestHookHandler } from 'fastify'

/** For files: @fastify/compress would compress them per request, 10 to 70 ms of processor. */
export const leaveAsItIs: onRequestHookHandler = ({ headers }, _reply, next) => {
  headers['x-no-compression'] = '1'
  next()
}
