export const messages = {
  problem: {
    not_found: 'There is nothing at this address.',
    forbidden: 'Your account may not do this.',
    token_not_valid: 'Log in again: the access token is missing, wrong or expired.',
    tier_required: 'Your plan does not include this content. Choose one that does.',
    wrong_type: 'Send the body as JSON, with the content type application/json.',
    wrong_json: 'Send valid JSON: this body is not.',
    too_deep: 'Nest the JSON at most {max} levels deep.',
    too_many_values: 'Send at most {max} values in the JSON.',
    too_large: 'Send less at once: this body is too large.',
    bad_request: 'Check the address and the body: this request could not be understood.',
    wrong_cursor: 'Use “next” as this list gave it: this cursor does not belong to it.',
    busy: 'The server is busy. Try again in a moment.',
    too_many: 'Too many requests. Try again later.',
    failure: 'Something went wrong on our side. Try again in a moment.',
  },
} as const
