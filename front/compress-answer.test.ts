import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAnswer, isWorthCompressing } from './answer-api'

const LONG = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, naïve: true })))

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a long answer travels in %s and says so', async (encoding, decompress) => {
  const { content, headers } = await compressAnswer(LONG, encoding)
  expect(headers).toEqual({ vary: 'Accept-Encoding', 'content-encoding': encoding })
  expect(decompress(Buffer.from(content)).toString()).toBe(LONG)
  expect(content.length).toBeLessThan(LONG.length / 4)
})

test('whoever takes no compression gets the answer as it is', async () => {
  const { content, headers } = await compressAnswer(LONG, undefined)
  expect(headers).toEqual({ vary: 'Accept-Encoding' })
  expect(content).toBe(LONG)
})

test('a short answer is not worth it', () => {
  expect([isWorthCompressing('{"ok":true}'), isWorthCompressing(LONG)]).toEqual([false, true])
})
