import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDollars, formatNaira } from './format-money'
import { receipt } from './templates/receipt'
import { refundDone } from './templates/refund-done'
import { renewalFailed } from './templates/renewal-failed'
import { renewalReminder } from './templates/renewal-reminder'
import { subscriptionExpired } from './templates/subscription-expired'

const at = new Date('2026-03-01T09:30:12Z')
const end = new Date('2026-04-01T09:30:12Z')

/** Each template with the same texts of people in it. */
function allOf(hostile: string) {
  const reader = { name: hostile, businessName: hostile, url: 'https://app.example.com/projects/1?a=1&b=2' }
  return [
    receipt({
      ...reader,
      what: hostile,
      amountMinor: 7_500_050n,
      paymentRef: hostile,
      paidAt: at,
      period: { start: at, end },
    }),
    renewalReminder({ ...reader, what: hostile, daysLeft: 3, endsAt: end, priceMinor: 7_500_000n, autoRenew: true }),
    renewalFailed({ ...reader, what: hostile, priceMinor: 1n, shortMicros: 1_500_000n, graceEndsAt: end }),
    subscriptionExpired({ ...reader, what: hostile, expiredAt: end }),
    refundDone({
      ...reader,
      paymentRef: hostile,
      refundRef: hostile,
      to: { kind: 'BALANCE', amountMicros: 12_340_000n },
      doneAt: at,
    }),
  ]
}

test('a receipt says what was paid, for what and until when', () => {
  const mail = receipt({
    name: 'Ada',
    businessName: 'Kola Ltd',
    url: 'https://app.example.com/p',
    what: 'Wallet, Growth',
    amountMinor: 7_500_050n,
    paymentRef: 'PAY-1',
    paidAt: at,
    period: { start: at, end },
  })
  expect(mail.subject).toBe('Receipt: ₦75,000.50 for Wallet, Growth')
  expect(mail.text).toBe(`Hello Ada,

We received ₦75,000.50 from Kola Ltd. Thank you.

For: Wallet, Growth
Amount: ₦75,000.50
Paid: 2026-03-01 09:30 UTC
Period: 2026-03-01 09:30 UTC to 2026-04-01 09:30 UTC
Reference: PAY-1

See the payment: https://app.example.com/p

-- 
You get this mail because you own this business in Slipway.
`)
})

test.each([
  [7, 'Wallet ends in 7 days'],
  [3, 'Wallet ends in 3 days'],
  [1, 'Wallet ends tomorrow'],
] as const)('a reminder %i days before says when and how it goes on', (daysLeft, subject) => {
  const reminder = { name: 'Ada', businessName: 'Kola', url: 'https://a.b/c', what: 'Wallet', priceMinor: 7_500_000n }
  const renewed = renewalReminder({ ...reminder, daysLeft, endsAt: end, autoRenew: true })
  expect(renewed.subject).toBe(subject)
  expect(renewed.text).toContain('renewed from the USD balance')
  const paid = renewalReminder({ ...reminder, daysLeft, endsAt: end, autoRenew: false })
  expect(paid.text).toContain('It renews only if you pay for it.')
  expect(paid.text).toContain('Next period: ₦75,000')
})

test('a renewal that failed says what the balance lacks, where it was asked to pay', () => {
  const failed = { name: 'A', businessName: 'K', url: 'https://a.b', what: 'Wallet', priceMinor: 1n, graceEndsAt: end }
  expect(renewalFailed({ ...failed, shortMicros: 1_234_500_000n }).text).toContain('lacks 1,234.50 USD')
  expect(renewalFailed({ ...failed, shortMicros: null }).text).not.toContain('lacks')
})

test('a business called <script> is text in HTML', () => {
  for (const { html } of allOf(`<script>alert("1")</script><img src=x onerror='1'>&amp;`)) {
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)')
    expect(html).toContain('&amp;amp;')
  }
})

test('a name brings no header, no line and no fact of its own', () => {
  for (const { subject, text } of allOf('Ada\r\nBcc: all@example.com\u2028X\u0000\u202eY')) {
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\u202e]/u)
    expect(text).not.toMatch(/^Bcc:/m)
    expect(text).toContain('Ada Bcc: all@example.com X Y')
  }
})

test('whatever people call themselves, a subject is one short line and HTML holds no tag of theirs', () => {
  const tagsOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/ .*/s, '')).join('')
  const usual = allOf('Ada').map(({ html }) => tagsOf(html))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const mails = allOf(name)
      expect(mails.map(({ html }) => tagsOf(html))).toEqual(usual)
      for (const { subject } of mails) {
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect([...subject].length).toBeLessThanOrEqual(200)
      }
    }),
  )
})

test('money reads as it does in the portal', () => {
  expect([0n, 5n, 100n, 7_500_000n, 123_456_789n].map(formatNaira)).toEqual([
    '₦0',
    '₦0.05',
    '₦1',
    '₦75,000',
    '₦1,234,567.89',
  ])
  expect(formatDollars(1_234_567_000_001n)).toBe('1,234,567.000001 USD')
})
