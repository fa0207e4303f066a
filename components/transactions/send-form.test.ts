import { expect, test } from 'vitest'
import { sendFormOf } from './send-form'

const CHAIN = {
  chainId: 84532,
  code: 'BASE',
  name: 'Base Sepolia',
  chainType: 'EVM' as const,
  network: 'TESTNET' as const,
  nativeSymbol: 'ETH',
  nativeDecimals: 18,
  explorerUrl: '',
  gasPolicy: 'sponsored' as const,
  isAvailable: true,
  tokens: [{ symbol: 'cNGN', address: '0xC', decimals: 6 }],
}
const FINE = { chainId: '84532', asset: 'cNGN', toAddress: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.5' }

const problemsOf = (wish: Partial<typeof FINE>) =>
  sendFormOf([CHAIN])
    .safeParse({ ...FINE, ...wish })
    .error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []

test('takes what its chain and asset can hold, without the blanks', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ asset: 'ETH', amount: '0.000000000000000001' })).toEqual([])
  expect(sendFormOf([CHAIN]).parse({ ...FINE, toAddress: ` ${FINE.toAddress} ` })).toEqual(FINE)
})

test.each([
  [{ chainId: '1' }, 'chainId: Choose a chain'],
  [{ asset: 'USDC' }, 'asset: Choose what to send'],
  [{ toAddress: '' }, 'toAddress: Enter an EVM address (its checksum must match)'],
  [
    { toAddress: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
    'toAddress: Enter an EVM address (its checksum must match)',
  ],
  [{ amount: '1.0000001' }, 'amount: Amount has more than 6 decimals'],
  [{ amount: '0' }, 'amount: Amount must be greater than zero'],
])('%j is refused before it is sent', (wish, problem) => {
  expect(problemsOf(wish)).toEqual([problem])
})
