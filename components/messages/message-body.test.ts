import { expect, test } from 'vitest'
import { messageBodyOf } from './message-body'

test('a text goes as it is, and is shown with what hides in it', () => {
  const message = 'Pay 1\u202e$ 001\n'
  expect(messageBodyOf(3, { kind: 'text', message })).toEqual({
    body: { kind: 'text', addressIndex: 3, text: message },
    preview: [
      { label: 'Text', value: 'Pay 1\\u{202e}$ 001↵\n' },
      { label: 'Length', value: '14 bytes' },
    ],
  })
})

test('typed data show whom and what they are for', () => {
  const domain = { name: 'Example', chainId: 1, verifyingContract: '0xAA' }
  const typedData = { domain, types: {}, primaryType: 'Login', message: { nonce: '1' } }
  const written = messageBodyOf(0, { kind: 'typedData', message: JSON.stringify(typedData) })
  expect(written).toMatchObject({
    body: { kind: 'typedData', addressIndex: 0, typedData },
    preview: [
      { value: 'Example' },
      { value: '1' },
      { value: '0xAA' },
      { value: 'Login' },
      { value: '{\n  "nonce": "1"\n}' },
    ],
  })
})

test.each([
  ['text', ''],
  ['bytes', '0x0'],
  ['bytes', 'hello'],
  ['typedData', '{'],
  ['typedData', '{"domain":{}}'],
] as const)('%s %j is sent to nobody', (kind, message) => {
  expect(messageBodyOf(0, { kind, message })).toHaveProperty('problem')
})
