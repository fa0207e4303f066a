import { beforeAll, describe, expect, test } from 'vitest'
import { webhookVectors } from '@/dev/sdk/webhook-vectors'
import { openSnippets } from '@/server/testing/run-snippets'

const vectors = webhookVectors().filter(({ scheme }) => scheme === 'indexer')
const [{ now } = { now: 0 }] = vectors

describe.each(openSnippets((language) => `Verify an event in ${language}`, { now }))(
  'the code of the guide in $language',
  ({ language, isFromSlipway, canRun, prepare }) => {
    if (!canRun) {
      test.skip(`NOT RUN: this machine has no ${language}`, () => {})
      return
    }
    beforeAll(async () => prepare?.(), 300_000)

    test.each(vectors)('$name: $isValid', async ({ secret: { text }, headers, body, isValid }) => {
      expect(await isFromSlipway({ text }, headers, body)).toBe(isValid)
    })
  },
)
