import { expect, test } from 'vitest'
import { shortPath } from './short-path'

test.each([
  ['/v1/tokens/019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71/mint', '/v1/tokens/…0c9e2b71/mint'],
  [
    '/v1/tokens/019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71/operations/019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b72',
    '/v1/tokens/…0c9e2b71/operations/…0c9e2b72',
  ],
  ['/v1/wallet/transaction/history', '/v1/wallet/transaction/history'],
  [
    '/v1/wallet/hd/0x52908400098527886E0F7030069857D2E4169EE7',
    '/v1/wallet/hd/0x52908400098527886E0F7030069857D2E4169EE7',
  ],
])('%s is shown as %s', (path, shown) => expect(shortPath(path)).toBe(shown))
