import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Visit } from '@/dev/testing/webhook-receiver'
import { checkDeposited, type StoredDeposit } from './check-deposited'
import { toText } from './deposit-load'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, yes').toString('base64')}`
const textOf = (n: number) => toText({ chainId: 1, hash: `0x${n}`, logIndex: null, address: `0xa${n}`, units: 5n })
const rowOf = (n: number, given: Partial<StoredDeposit> = {}): StoredDeposit => {
  return { id: `row-${n}`, text: textOf(n), stage: 'confirmed', ...given }
}

function visitOf(
  n: number,
  { message = `message-${n}`, type = 'wallet.deposit.confirmed', secret = SECRET } = {},
): Visit {
  const data = { id: `row-${n}`, stage: 'confirmed', txHash: `0x${n}`, address: `0xa${n}` }
  const body = JSON.stringify({ type, data })
  const at = new Date('2026-11-21T12:00:00Z')
  const signature = new Webhook(secret).sign(message, at, body)
  const headers = { 'webhook-id': message, 'webhook-timestamp': String(+at / 1_000), 'webhook-signature': signature }
  return { headers, body, path: '/' }
}

const sound = {
  truth: [textOf(1), textOf(2)],
  stored: [rowOf(1), rowOf(2)],
  secret: SECRET,
  visits: [visitOf(1), visitOf(2)],
}

test('what was paid, stored once and told of is in order, also if it was told twice by one message', () => {
  expect(checkDeposited(sound)).toEqual({ findings: [], doubles: 0 })
  expect(checkDeposited({ ...sound, visits: [...sound.visits, visitOf(1)] })).toEqual({ findings: [], doubles: 1 })
})

test.each([
  ['is lost', { stored: [rowOf(1)], visits: [visitOf(1)] }],
  ['never happened', { truth: [textOf(1)] }],
  ['is stored twice', { stored: [rowOf(1), rowOf(2), rowOf(3, { text: textOf(2) })] }],
  ['is seen', { stored: [rowOf(1), rowOf(2, { stage: 'seen' })] }],
  ['nobody was told', { visits: [visitOf(1)] }],
  ['by two messages', { visits: [...sound.visits, visitOf(2, { message: 'another' })] }],
  ['came as', { visits: [visitOf(1), visitOf(2, { type: 'wallet.deposit.reverted' })] }],
  ['not what is stored', { visits: [...sound.visits, visitOf(3)] }],
  ['signed wrongly', { visits: [visitOf(1), visitOf(2, { secret: `${SECRET.slice(0, -4)}AAA=` })] }],
])('a deposit that %s is found', (what, broken) => {
  expect(checkDeposited({ ...sound, ...broken }).findings.join()).toContain(what)
})
