export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  message: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
}

export type Decline = { code: string; decline_code: string; message: string }

/** Error response of the API. The `error` key in the body makes Stripe's SDK throw. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalidRequest = (message: string, param?: string, code?: string, status = 400) =>
  new ApiError(status, { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) })

export function assertRequest(condition: unknown, message: string, param?: string, code?: string): asserts condition {
  if (!condition) throw invalidRequest(message, param, code)
}

/** Error for a missing object. 404 if the URL contains the id (`param` is `id`), else 400. */
export const resourceMissing = (noun: string, id: string, param = 'id') =>
  invalidRequest(`No such ${noun}: '${id}'`, param, 'resource_missing', param === 'id' ? 404 : 400)

export const cardError = (decline: Decline, about: Partial<ErrorBody> = {}) =>
  new ApiError(402, { type: 'card_error', ...decline, ...about })
