import { expect, it } from 'vitest'
import { signIndexer } from './signature'

/** Made by `openssl dgst -sha256 -hmac <key>` over `1700000000.` and the body. */
const BODY = '{"id":"0xabc:3","amount":"1"}'
const FIRST = {
  key: Buffer.from('whsec_first'),
  hex: '3e6b15a88a56d71954631b8cf70f86ce83db57a2b88e2f94e2e98a3ff0d51d26',
}
const SECOND = {
  key: Buffer.from('whsec_second'),
  hex: 'd9bfb88d52b3d0a92c09826ab3025ac541bbcf1a81c24013ce21de78e4f3509b',
}
const MESSAGE = { id: 'm1', timestamp: 1_700_000_000, body: BODY }

it('signs the moment and the body under the key, in hex', () => {
  expect(signIndexer([FIRST.key], MESSAGE)).toEqual({
    'webhook-id': 'm1',
    'x-indexer-signature': `t=1700000000,v1=${FIRST.hex}`,
  })
})

it('carries a signature of each key during a rotation', () => {
  expect(signIndexer([FIRST.key, SECOND.key], MESSAGE)['x-indexer-signature']).toBe(
    `t=1700000000,v1=${FIRST.hex},v1=${SECOND.hex}`,
  )
})

it('changes with a single byte of the body and with the moment', () => {
  const signatureOf = (change: Partial<typeof MESSAGE>) =>
    signIndexer([FIRST.key], { ...MESSAGE, ...change })['x-indexer-signature']?.split(',')[1]
  expect(signatureOf({})).toBe(`v1=${FIRST.hex}`)
  expect(signatureOf({ body: `${BODY} ` })).not.toBe(signatureOf({}))
  expect(signatureOf({ timestamp: MESSAGE.timestamp + 1 })).not.toBe(signatureOf({}))
})
