import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { WebhookVector } from '@/dev/sdk/webhook-vectors'
import { WebhookVerificationError } from './errors'
import { signIndexerWebhook, signWebhook, verifyIndexerWebhook, verifyWebhook, type WebhookSecret } from './webhooks'

const vectors: WebhookVector[] = JSON.parse(readFileSync(join(import.meta.dirname, '../webhook-vectors.json'), 'utf8'))
const secretOf = ({ secret: { kind, text } }: WebhookVector): WebhookSecret => (kind === 'own' ? { raw: text } : text)

const verify = (vector: WebhookVector, given: Pick<WebhookVector, 'headers'> & { body: string | Uint8Array }) => {
  const now = vector.now * 1_000
  return vector.scheme === 'standard'
    ? verifyWebhook({ ...given, now, secret: secretOf(vector) })
    : verifyIndexerWebhook({ ...given, now, secret: vector.secret.text })
}

test.each(vectors)('$scheme: $name', async (vector) => {
  const { headers, body, isValid } = vector
  const loud = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  for (const given of [
    { headers, body },
    { headers: loud, body: new TextEncoder().encode(body) },
  ]) {
    const asked = verify(vector, given)
    if (isValid) expect(await asked).toEqual(JSON.parse(body))
    else await expect(asked).rejects.toBeInstanceOf(WebhookVerificationError)
  }
})

describe('secrets', () => {
  const headers = {}

  test.each([
    'a secret of the caller',
    'whsec_',
    'whsec_c2hvcnQ=',
    'whsec_no base64 at all!',
    'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBh=',
  ])('a mistyped one is refused by name and verifies nothing: %s', (secret) =>
    expect(verifyWebhook({ body: '{}', headers, secret })).rejects.toBeInstanceOf(TypeError),
  )

  test('with several any may have signed', async () => {
    const shown = `whsec_${btoa('thirty-two bytes of a secret key')}`
    const own = { raw: 'a secret of the caller' }
    const timestamp = Math.floor(Date.now() / 1_000)
    for (const secret of [shown, own]) {
      const signed = await signWebhook({ id: 'a', timestamp, body: '{"type":"x"}', secret })
      expect(await verifyWebhook({ body: '{"type":"x"}', headers: new Headers(signed), secret: [own, shown] })).toEqual(
        { type: 'x' },
      )
    }
    const secrets = ['another one, as long', 'whsec_of a subscription']
    const signed = await signIndexerWebhook({ id: 'a', timestamp, body: '{}', secret: secrets[1] ?? '' })
    expect(await verifyIndexerWebhook({ body: '{}', headers: signed, secret: secrets })).toEqual({})
  })
})

test('a body that somebody parsed is refused by name', () =>
  // @ts-expect-error: programs without types send it.
  expect(verifyWebhook({ body: { type: 'x' }, headers: {}, secret: { raw: 'sixteen letters!' } })).rejects.toThrow(
    /raw body/,
  ))

test('a body with a byte that is no UTF-8 is not taken for another', async () => {
  const secret = { raw: 'a secret of the caller' }
  const timestamp = Math.floor(Date.now() / 1_000)
  const signed = await signWebhook({ id: 'a', timestamp, body: '"\ufffd"', secret })
  const body = Uint8Array.of(0x22, 0xff, 0x22)
  await expect(verifyWebhook({ body, headers: signed, secret })).rejects.toBeInstanceOf(WebhookVerificationError)
})
