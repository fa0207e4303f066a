import { expect, test } from 'vitest'
import { describeUserAgent } from './describe-user-agent'

test('names browser and system', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  expect(describeUserAgent(chrome)).toBe('Chrome on Linux')
  expect(describeUserAgent(`${chrome} Edg/141.0.0.0`)).toBe('Edge on Linux')
})

test('says so when it cannot tell', () => {
  expect(describeUserAgent(null)).toBe('Unknown browser')
  expect(describeUserAgent('curl/8.9')).toBe('Unknown browser')
})
