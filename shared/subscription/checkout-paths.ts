export const checkoutPaths = {
  success: '/subscription/success',
  cancel: '/subscription/cancel',
  checkout: '/api/subscription/stripe/create-checkout-session/',
  checkoutReturn: '/api/subscription/stripe/checkout-return/',
  switchPreview: '/api/subscription/switch-preview/',
  webhook: '/api/subscription/stripe/webhook/',
}
