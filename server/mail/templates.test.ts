import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatDollars, formatNaira, formatToken } from './format-money'
import { accessChange } from './templates/access-change'
import { emailChange, emailChanged } from './templates/email-change'
import { factorRequirement } from './templates/factor-requirement'
import { invitation } from './templates/invitation'
import { newSignIn } from './templates/new-sign-in'
import { passwordChanged } from './templates/password-reset'
import { type ExceptionCause, paymentException } from './templates/payment-exception'
import { paymentFailed } from './templates/payment-failed'
import { receipt } from './templates/receipt'
import { refundDone } from './templates/refund-done'
import { refundFailed } from './templates/refund-failed'
import { renewalFailed } from './templates/renewal-failed'
import type { RenewalOutlook } from './templates/renewal-outlook'
import { renewalReminder } from './templates/renewal-reminder'
import { renewed } from './templates/renewed'
import { secondFactor } from './templates/second-factor'
import { subscriptionCanceled } from './templates/subscription-canceled'
import { subscriptionExpired } from './templates/subscription-expired'

const at = new Date('2026-03-01T09:30:12Z')
const end = new Date('2026-04-01T09:30:12Z')
const ADA = { name: 'Ada', businessName: 'Kola Ltd', url: 'https://app.example.com/p' }
const WALLET = { ...ADA, purchase: 'Wallet, Growth', projectName: 'Shop' }
const PAID = { amountMinor: 7_500_050n, paymentRef: 'PAY-1', paidAt: at }
const COVERED: RenewalOutlook = { kind: 'covered', priceMinor: 7_500_000n, chargeMicros: 48_387_097n }
const SHORT: RenewalOutlook = { ...COVERED, kind: 'short', shortMicros: 1_234_500_000n }

/** Each template with the same texts of people in it. */
function allOf(hostile: string) {
  const reader = { name: hostile, businessName: hostile, url: 'https://app.example.com/projects/1?a=1&b=2' }
  const bought = { ...reader, purchase: hostile, projectName: hostile }
  const money = { amountMinor: 7_500_050n, received: [hostile, hostile], paymentRef: hostile }
  const credited = { kind: 'BALANCE', micros: 12_340_000n } as const
  const received = { received: [hostile], payment: { ...bought, paymentRef: hostile }, paidAt: at }
  return [
    receipt({ ...bought, ...money, paidAt: at, paidUntil: end, addedMicros: 1n, surplus: { minor: 1n, micros: 1n } }),
    paymentFailed({ ...bought, ...money, receivedMinor: 1n, creditedMicros: 1n, endedAt: end }),
    paymentException({ ...reader, ...received, happened: 'LATE', place: credited }),
    paymentException({ ...reader, ...received, happened: 'unpriced', place: { kind: 'WAITING' } }),
    renewed({ ...bought, priceMinor: 1n, chargedMicros: 1n, paymentRef: hostile, renewedAt: at, paidUntil: end }),
    renewalReminder({ ...bought, daysLeft: 3, endsAt: end, outlook: COVERED }),
    renewalFailed({ ...bought, outlook: SHORT, graceEndsAt: end }),
    subscriptionCanceled({ ...bought, endedAt: end }),
    subscriptionExpired({ ...bought, expiredAt: end }),
    refundDone({
      ...reader,
      paymentRef: hostile,
      refundRef: hostile,
      to: { ...credited, amountMicros: 1n },
      doneAt: at,
    }),
    accessChange({ ...reader, kind: 'invited', person: hostile, role: 'owner', at }),
    accessChange({ ...reader, kind: 'keys', projectId: '1', projectName: hostile, at }),
    invitation({ name: hostile, businessName: hostile, role: 'owner', url: reader.url, expiresAt: end }),
    passwordChanged({ name: hostile, url: reader.url, changedAt: at }),
    emailChange({ name: hostile, url: reader.url, expiresAt: end }),
    emailChanged({ name: hostile, url: reader.url, to: 'ada@example.com', changedAt: at }),
    secondFactor('added', { name: hostile, url: reader.url, at }),
    ...[true, false].map((isRequired) => factorRequirement({ ...reader, changedBy: hostile, isRequired, at })),
    newSignIn({ name: hostile, url: reader.url, userAgent: hostile, ip: hostile, at }),
    refundFailed({ ...reader, paymentRef: hostile, refundRef: hostile, amountMinor: 1n, failedAt: at }),
  ]
}

test('a receipt says what was paid, with what, for what and until when', () => {
  const facts = { received: ['₦75,000.50'], addedMicros: null, surplus: null }
  const mail = receipt({ ...WALLET, ...PAID, ...facts, paidUntil: end })
  expect(mail.subject).toBe('Receipt: ₦75,000.50 for Wallet, Growth')
  expect(mail.text).toBe(`Hello Ada,

We received ₦75,000.50 from Kola Ltd. Thank you.

For: Wallet, Growth
Project: Shop
Amount: ₦75,000.50
Paid: Mar 1, 2026, 09:30 UTC
Paid until: Apr 1, 2026, 09:30 UTC
Reference: PAY-1

See the payment: https://app.example.com/p

-- 
You get this email because you own this business in Slipway.
`)
})

test('a receipt names each part that came, what a top-up added, and where the surplus is', () => {
  const received = ['₦70,000', '3.5 USDC', '₦10,000']
  const surplus = { minor: 499_950n, micros: 3_225_483n }
  const { text } = receipt({ ...WALLET, ...PAID, received, paidUntil: null, addedMicros: 48_387_419n, surplus })
  expect(text).toContain('We received ₦70,000, 3.5 USDC and ₦10,000 from Kola Ltd.')
  expect(text).toContain('That is ₦4,999.50 more than the amount due. $3.225483 was added to the USD balance.')
  expect(text).toContain('Added to the balance: $48.387419')
  expect(text).not.toContain('Paid until')
})

test('of money that was not enough an email says how much of what, and where it is', () => {
  const part = { receivedMinor: 1_550_000n, received: ['₦15,500'], creditedMicros: 10_000_000n, endedAt: at }
  const { subject, text } = paymentFailed({ ...WALLET, amountMinor: 3_100_000n, paymentRef: 'PAY-1', ...part })
  expect(subject).toBe('Wallet, Growth was not paid in full')
  expect(text).toContain(
    '₦15,500 of ₦31,000 arrived for Wallet, Growth before the payment expired, so nothing was bought.',
  )
  expect(text).toContain('$10.00 was added to the USD balance of Kola Ltd.')
})

test.each([
  ['LATE', 'after the payment and its price had expired'],
  ['DUPLICATE', 'was already complete'],
  ['BASIS_CHANGED', 'changed, or another payment replaced this one'],
  ['currency', 'a currency that the account does not accept'],
  ['unpriced', 'no exchange rate is available'],
  ['found', 'did not match a payment'],
] satisfies [ExceptionCause, string][])(
  'of money apart (%s) a mail says what happened and where it is',
  (happened, why) => {
    const money = { received: ['₦31,000'], payment: { ...WALLET, paymentRef: 'PAY-1' }, paidAt: at }
    const reported = { ...ADA, ...money, happened }
    const there = paymentException({ ...reported, place: { kind: 'BALANCE', micros: 20_000_000n } })
    expect(there.subject).toBe('₦31,000 was credited to the USD balance')
    expect(there.text).toContain(why)
    expect(there.text).toContain('$20.00 was added to the USD balance of Kola Ltd.')
    const waiting = paymentException({ ...reported, place: { kind: 'WAITING' } })
    expect(waiting.subject).toBe('₦31,000 is under review')
    expect(waiting.text).toContain('Do not send it again.')
    expect(waiting.text).not.toContain('Added to the balance')
  },
)

test.each([
  [7, 'within 7 days'],
  [3, 'within 3 days'],
  [1, 'within a day'],
] as const)('a reminder %i days before says when and how it goes on', (daysLeft, when) => {
  const remind = (outlook: RenewalOutlook) => renewalReminder({ ...WALLET, daysLeft, endsAt: end, outlook })
  const byItself = remind(COVERED)
  expect(byItself.subject).toBe(`Wallet, Growth renews ${when}`)
  expect(byItself.text).toContain('It renews automatically')
  expect(byItself.text).toContain('Next period: ₦75,000\nFrom the balance: $48.387097')
  const short = remind(SHORT)
  expect(short.subject).toBe(`Wallet, Growth ends ${when}`)
  expect(short.text).toContain('The USD balance lacks $1,234.50 to renew it. Top up the balance, or pay')
  expect(remind({ kind: 'unpriced', priceMinor: 7_500_000n }).text).toContain('No exchange rate is available')
  expect(remind({ kind: 'unsold' }).text).toContain('no longer sold')
})

test('a renewal that failed says what the balance lacks, and until when it can be paid', () => {
  const failed = (outlook: RenewalOutlook) => renewalFailed({ ...WALLET, outlook, graceEndsAt: end }).text
  expect(failed(SHORT)).toContain('The USD balance lacks $1,234.50.')
  expect(failed(SHORT)).toContain('It stays active until Apr 1, 2026, 09:30 UTC. Unless you pay by then it expires')
  expect(failed({ kind: 'unsold' })).toContain('Unless you choose another plan by then')
  expect(failed({ kind: 'unpriced', priceMinor: 1n })).not.toContain('lacks')
})

test('a long name takes no amount away', () => {
  for (const { text, html } of allOf('Ọ̀'.repeat(120))) {
    for (const said of [text, html]) expect(said).not.toMatch(/… *<\/p>/)
  }
  const { text } = paymentFailed({
    ...{
      ...WALLET,
      businessName: 'B'.repeat(200),
      purchase: 'W'.repeat(200),
      amountMinor: 3_100_000n,
      paymentRef: 'PAY-1',
    },
    ...{ receivedMinor: 1_550_000n, received: ['₦15,500'], creditedMicros: 10_000_001n, endedAt: at },
  })
  expect(text).toContain('$10.000001 was added')
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
    propertyRuns(),
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
  expect(formatDollars(1_234_567_000_001n)).toBe('$1,234,567.000001')
  expect(formatToken(1_020_500_001n, { decimals: 6, symbol: 'USDC' })).toBe('1,020.500001 USDC')
  expect(formatToken(5n, { decimals: 18, symbol: 'cNGN' })).toBe('0.000000000000000005 cNGN')
})
