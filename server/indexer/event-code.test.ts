import { beforeAll, describe, expect, test } from 'vitest'
import { openSnippets } from '@/server/testing/run-snippets'
import { signIndexer } from '@/server/webhooks/sign-indexer'

const SECRET = `whsec_${Buffer.from('thirty-two bytes of a secret key').toString('base64')}`
const body = JSON.stringify({ id: '0xab:3', eventType: 'transfer', decoded: { text: 'Ōkà' } })

/** As a delivery carries it during a rotation: the newer key signs first. */
function signed(secondsAgo = 0): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  return signIndexer([Buffer.from('a newer key'), Buffer.from(SECRET)], { id: 'a', timestamp, body })
}

describe.each(openSnippets((language) => `Verify an event in ${language}`))(
  'the code of the guide in $language',
  ({ language, isFromSlipway, canRun, prepare }) => {
    if (!canRun) {
      test.skip(`NOT RUN: this machine has no ${language}`, () => {})
      return
    }
    beforeAll(async () => prepare?.(), 300_000)

    test('takes what we sign', async () => {
      expect(await isFromSlipway(SECRET, signed(), body)).toBe(true)
    })

    test('refuses another body, another secret and an old delivery', async () => {
      expect(await isFromSlipway(SECRET, signed(), `${body} `)).toBe(false)
      expect(await isFromSlipway('another secret, as long', signed(), body)).toBe(false)
      expect(await isFromSlipway(SECRET, signed(3_600), body)).toBe(false)
    })

    test('refuses what has no header or a time that is none, and does not break', async () => {
      const now = Math.floor(Date.now() / 1000)
      expect(await isFromSlipway(SECRET, {}, body)).toBe(false)
      expect(await isFromSlipway(SECRET, signed(Number.NaN), body)).toBe(false)
      for (const header of ['', ',', 't=', `t=${now}`, `t=${now},`, `t=${now},v1=`, 'v1=00,t=1', `t=${now},v1=zz`])
        expect(await isFromSlipway(SECRET, { 'x-indexer-signature': header }, body)).toBe(false)
    })
  },
)
