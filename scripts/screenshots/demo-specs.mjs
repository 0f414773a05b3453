// The specs of the project on the screenshots, oldest first. `plot` says what their agents do and
// what becomes of the run; see demo-agent.mjs.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Past work, grouped by how long ago it was. */
export const PAST = [
  {
    ago: 6 * DAY,
    specs: [
      spec('product-search', 'Full-text search over all products with typo tolerance'),
      spec('order-export', 'Export orders as CSV for the accounting'),
      spec('image-resize', 'Resize product images on upload, keep the originals'),
    ],
  },
  {
    ago: 2 * DAY,
    specs: [
      spec('cart-recovery', 'Remind customers by mail of a cart they left behind'),
      spec('tax-by-country', 'Apply the tax rate of the country an order is shipped to'),
      spec('wishlist', 'Customers keep products for later and share the list'),
      spec('invoice-pdf', '注文ごとに請求書の PDF を作成してメールで送る', { language: 'ja' }),
    ],
  },
  {
    ago: 7 * HOUR,
    specs: [
      spec('rate-limits', 'Limit calls to the public API per key', { nogo: ['impl'] }),
      spec('address-book', 'Several delivery addresses for each customer', {
        nogo: ['inspection'],
      }),
      spec('refund-flow', 'Refund an order in part or as a whole', { plot: { nogo: true } }),
      spec('audit-trail', 'Record who changed which price and when'),
    ],
  },
  {
    ago: 52 * MINUTE,
    specs: [
      spec('checkout-v2', 'One page from the cart to the paid order', {
        plot: { keepsOpen: true },
      }),
      spec('coupon-rules', 'クーポンの併用条件と有効期限を管理画面で設定する', {
        language: 'ja',
        plot: { discuss: true },
      }),
      spec('bulk-import', 'Import products from a supplier feed every night', {
        plot: { fail: 'impl' },
      }),
    ],
  },
  {
    ago: 9 * MINUTE,
    specs: [
      spec('loyalty-points', 'Customers collect points and pay with them', {
        plot: { discuss: true },
      }),
      spec('passkey-login', 'Log in with a passkey instead of a password', {
        byHand: 'requirements',
      }),
      spec('newsletter', 'Double opt-in and one-click unsubscribe', { isNew: true }),
    ],
  },
]

/** Runs that are active while the pictures are taken; the last ones find no free slot. */
export const NOW = [
  spec('gift-cards', 'Sell gift cards and take them as payment', { plot: { hold: 'impl' } }),
  spec('stock-alerts', '在庫が閾値を下回ったら担当者に通知する', {
    language: 'ja',
    plot: { hold: 'impl' },
  }),
  spec('delivery-slots', 'Let customers choose when a parcel arrives', {
    plot: { hold: 'document-review' },
  }),
  spec('review-moderation', 'Check product reviews before they are shown', {
    plot: { hold: 'inspection' },
  }),
  spec('price-history', 'Show the lowest price of the last 30 days', { plot: { hold: 'design' } }),
  spec('dark-catalogue', 'A catalogue that follows the system theme'),
  spec('shipping-labels', 'Print labels of three carriers'),
]

/** The spec of the film, slow enough to watch. */
export const FILM = spec('gift-wrap', 'Offer gift wrapping with a message card at checkout', {
  plot: { beatMs: 250 },
})

export const BUG = {
  name: 'double-charge',
  files: {
    'report.md': '# Report\n\nA customer who presses Pay twice is charged twice.\n',
    'analysis.md': '# Analysis\n\nThe key of the payment is made anew by each click.\n',
  },
}

function spec(name, description, more = {}) {
  return { name, description, language: 'en', nogo: [], plot: {}, ...more }
}
