export const messages = {
  subscription: {
    problem: {
      off: 'Payments are switched off here.',
      not_sold: 'Choose a plan that can be bought.',
      not_sold_by_period: 'Choose a billing period in which this plan can be bought.',
      already_active: 'You already have this plan active.',
      declined: 'The card was declined. Try another card.',
      unreachable: 'The payment provider cannot be reached. Try again in a minute.',
      none: 'You have no subscription.',
      ended: 'This subscription has ended. Choose a plan to subscribe again.',
      no_refund: 'A refund can be requested within 14 days of the first payment.',
      wrong_signature: 'The signature does not match.',
      processing: 'Your payment is still being processed. Your plan opens as soon as it arrives.',
      price_changed: 'The price has changed, and nothing was charged. Check the new price, then try again.',
      same_price: 'This is the price already.',
      wrong_price: 'Give a price above zero, as in 12.99.',
      past_date: 'Choose a day from today on.',
      short_notice: 'Subscribers need {days} days’ notice of a new price: choose {date} or later.',
      superseded: 'You started another purchase. Go on with that one, or try again.',
      under_way: 'Another change of your subscription is under way. Wait a moment, then reload the page.',
      outdated:
        'The amount has changed since you saw it, and nothing was charged. Check the new amount, then try again.',
      owed: 'Your last payment is still open. Please pay it first: you find it in your profile, under Payments.',
      other_currency:
        'This plan is sold in another currency than your subscription. You can choose it once your subscription has ended.',
      card_needed: 'To switch plans you need to pay by card. Add one in your profile, under Cards and invoices.',
      disputed: 'Your bank is looking into this payment, so it cannot be refunded here.',
      removal_waits:
        'The payment provider cannot be reached. Your account will be removed as soon as your subscription could be ended there.',
    },
    price: { month: '{amount} a month', year: '{amount} a year', with_tax: '{price} plus tax' },
    mails: {
      started: {
        subject: 'Your {plan} subscription at {site} has started',
        text: 'Thank you for subscribing. {plan} is open to you now. You paid {amount}. It renews on {date}, at {price}.',
        label: 'See my subscription',
        note: 'You can switch auto-renew off at any time in your profile. Within 14 days of the first payment you can get your money back.',
      },
      switched: {
        subject: 'You switched to {plan} at {site}',
        text: 'Your new plan is {plan}, at {price}. It started today and renews on {date}. You paid {amount} today.',
        label: 'See my subscription',
        note: 'What you had left of the former plan was credited.',
      },
      auto_renew_off: {
        subject: 'Auto-renew is off for {plan} at {site}',
        text: 'Your subscription ends on {date}. Until then everything stays open to you, and nothing more is charged.',
        label: 'See my subscription',
        note: 'Changed your mind? Switch auto-renew on again in your profile before that day.',
      },
      renewal: {
        subject: 'Your {plan} subscription at {site} renews on {date}',
        text: 'On {date} your yearly subscription renews for {amount}.',
        label: 'See my subscription',
        note: 'If you do not want that, switch auto-renew off in your profile before then.',
      },
      price_change: {
        subject: 'The price of {plan} at {site} changes on {date}',
        text: 'From {date}, {plan} costs {price} instead of {amount}. You pay the new price from your first renewal on or after that day. Until then nothing changes.',
        label: 'See my subscription',
        note: 'If you do not want that, switch auto-renew off in your profile before then. You keep what you have paid for.',
      },
      payment_failed: {
        subject: 'Your payment for {plan} at {site} did not go through',
        text: 'We could not collect {amount}. Everything stays open to you until {date}: please pay, confirm with your bank or use another card before then.',
        label: 'Pay now',
        note: 'We also try again by ourselves in the next days.',
      },
      ended: {
        subject: 'Your {plan} subscription at {site} has ended',
        text: 'What is part of {plan} is closed to you now. What you saved, rated and collected is still there.',
        label: 'See the plans',
        note: 'You can subscribe again whenever you like.',
      },
      refunded: {
        subject: 'Your refund from {site}',
        text: 'We sent {amount} back to the card that you paid with. It arrives within 5 to 10 days.',
        label: 'See my payments',
        note: 'If it is not there by then, write to us.',
      },
    },
  },
} as const
