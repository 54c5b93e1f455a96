export const messages = {
  problem: {
    not_found: 'There is nothing at this address.',
    token_not_valid: 'The access token is missing, invalid or expired.',
    tier_required: 'Your plan does not include this content.',
    wrong_type: 'The body must be JSON, sent as application/json.',
    wrong_json: 'The body is not valid JSON.',
    too_deep: 'The JSON is nested more than 32 levels deep.',
    too_many_values: 'The JSON contains more than 2,000 values.',
    too_large: 'The body is too large.',
    bad_request: 'The request could not be understood.',
    wrong_cursor: 'This cursor does not belong to this list.',
    busy: 'The server is busy. Try again in a moment.',
    too_many: 'Too many requests. Try again later.',
    failure: 'Something went wrong on our side. Try again in a moment.',
  },
} as const
