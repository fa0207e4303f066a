import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownerKeys } from '@/server/testing/seed-export'
import { readOwnerKey } from './owner-key'

const { publicKey, privateKey } = ownerKeys()
const spki = { type: 'spki', format: 'pem' } as const
const jwkOf = (pem: string) => createPublicKey(pem).export({ format: 'jwk' })

test('reads one key from PEM and from JWK', () => {
  const { pem, fingerprint } = readOwnerKey(`\n${publicKey}\n`)
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(readOwnerKey(JSON.stringify(jwkOf(publicKey)))).toEqual({ pem, fingerprint })
  expect(readOwnerKey(pem)).toEqual({ pem, fingerprint })
})

test.each([
  ['nothing', ''],
  ['a word', 'a public key'],
  ['a private key', privateKey],
  ['a private key behind a public one', `${publicKey}${privateKey}`],
  ['two keys', `${publicKey}${publicKey}`],
  ['a private JWK', JSON.stringify({ ...jwkOf(publicKey), d: 'AQAB' })],
  ['a JWK that is a list', '[]'],
  ['a JWK without a modulus', JSON.stringify({ kty: 'RSA', e: 'AQAB' })],
  ['a JWK with another exponent', JSON.stringify({ ...jwkOf(publicKey), e: 'Aw' })],
  ['half a key', publicKey.slice(0, 200)],
  ['an empty PEM', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ['a short RSA key', generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export(spki)],
  ['a key of a curve', generateKeyPairSync('ed25519').publicKey.export(spki)],
])('refuses %s', (_, text) => {
  expect(() => readOwnerKey(String(text))).toThrow(expect.objectContaining({ reason: 'validation_failed' }))
})
