import { expect, test } from 'vitest'
import { readReference } from '@/components/reference/read-reference'
import { exampleOf } from '@/packages/cli/src/example-events'
import { openApiDocument } from '@/server/api/openapi/document'
import { ENDPOINTS } from './endpoints'

const document = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.example')))
const reference = readReference(document, [])
const operations = reference.groups.flatMap((group) => group.operations)

function replyOf(id: string, status: string): Record<string, unknown> {
  const reply = operations.find((one) => one.id === id)?.replies.find((one) => one.status === status)
  return JSON.parse(reply?.example ?? '{}').data
}

test.each([
  ['wallet.transfer.completed', { type: 'TRANSFER', status: 'COMPLETED' }],
  ['wallet.transfer.failed', { type: 'TRANSFER', status: 'FAILED', error: expect.any(String) }],
  ['wallet.sign.completed', { type: 'SIGN', status: 'COMPLETED' }],
  ['wallet.sign.failed', { type: 'SIGN', status: 'FAILED', error: expect.any(String) }],
  ['wallet.sweep.completed', { type: 'SWEEP', status: 'COMPLETED', sweep: expect.any(Object) }],
  ['wallet.sweep.failed', { type: 'SWEEP', status: 'FAILED', sweep: expect.any(Object) }],
  ['wallet.deposit.confirmed', { stage: 'confirmed', screened: null }],
  ['wallet.deposit.reverted', { stage: 'reverted', confirmations: 0 }],
  ['wallet.deposit.screened', { screened: { status: 'FLAGGED', list: 'BUSINESS' } }],
  ['wallet.deposit.cleared', { screened: { status: 'CLEARED', list: 'BUSINESS' } }],
  ['payment.settled', { status: 'SUCCESS' }],
  ['payment.failed', { status: 'FAILED' }],
  ['payment.refunded', { status: 'REFUNDED' }],
  ['payment.exception', { exceptions: ['OVERPAID'] }],
  ['subscription.past_due', { status: 'PAST_DUE' }],
  ['subscription.expired', { status: 'EXPIRED' }],
  ['subscription.canceled', { status: 'CANCELED' }],
  ['token.deployed', { status: 'ACTIVE', yieldParams: expect.any(Object), documents: [expect.any(Object)] }],
  ['token.failed', { status: 'FAILED', error: expect.any(String) }],
  ['token.burned', { kind: 'BURN', status: 'COMPLETED' }],
  ['token.transferred', { kind: 'TRANSFER' }],
  ['token.paused', { kind: 'PAUSE' }],
  ['token.unpaused', { kind: 'UNPAUSE' }],
  ['token.called', { kind: 'CALL' }],
  ['token.coupon.recorded', { status: 'RECORDED', dayCountFraction: expect.any(Object) }],
  ['token.coupon.funded', { status: 'FUNDED' }],
  ['token.coupon.paid', { status: 'PAID' }],
  ['token.coupon.defaulted', { status: 'DEFAULTED' }],
])('the example of %s, here and in the command line, is one of what happened', (kind, facts) => {
  const event = reference.events.find((one) => one.kind === kind)
  expect(JSON.parse(event?.example ?? '{}')).toMatchObject({ type: kind, data: facts })
  expect(JSON.parse(exampleOf(document, kind).body)).toMatchObject({ type: kind, test: true, data: facts })
})

test('only a failed record says why', () => {
  const wrong = reference.events.filter(({ example }) => {
    const { status, error } = JSON.parse(example).data ?? {}
    return typeof error === 'string' && status !== 'FAILED'
  })
  expect(wrong.map(({ kind }) => kind)).toEqual([])
})

test('an accepted transaction has no hash, no fee and no error yet', () => {
  for (const [id, done] of [
    ['createTransfer', '201'],
    ['signTransaction', '200'],
    ['callContract', '200'],
  ] as const) {
    expect(replyOf(id, '202')).toMatchObject({ status: 'PENDING', stage: 'queued', txHash: null, confirmations: 0 })
    expect(replyOf(id, '202')).not.toHaveProperty('error')
    expect(replyOf(id, done)).toMatchObject({ status: 'COMPLETED', stage: 'final' })
    expect(replyOf(id, done)).not.toHaveProperty('error')
  }
})

test('an accepted operation of a token is pending, and a new token has no holders', () => {
  expect(replyOf('mintToken', '202')).toMatchObject({ status: 'PENDING', txHash: null })
  expect(replyOf('issueToken', '201')).toMatchObject({ status: 'PENDING', totalSupply: '0', holderCount: 0 })
})

test('an accepted line of a batch has no code', () => {
  expect(replyOf('createTransferBatch', '202')).toMatchObject({ lines: [{ status: 'ACCEPTED' }] })
  expect(JSON.stringify(replyOf('createTransferBatch', '202'))).not.toContain('wallet_not_found')
})
