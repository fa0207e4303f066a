import { expect, test } from 'vitest'
import { BASE_SEPOLIA } from './chain.test-data'
import { sendFormOf } from './send-form'
import { NO_TAGS } from './transfer-tags'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const FINE = { chainId: '84532', asset: 'cNGN', toAddress: TO, amount: '1.5', ...NO_TAGS }

const problemsOf = (request: Partial<typeof FINE>) =>
  sendFormOf([BASE_SEPOLIA])
    .safeParse({ ...FINE, ...request })
    .error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []

test('takes what its chain and asset can hold, without the blanks', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ asset: 'ETH', amount: '0.000000000000000001' })).toEqual([])
  expect(sendFormOf([BASE_SEPOLIA]).parse({ ...FINE, toAddress: ` ${FINE.toAddress} ` })).toEqual(FINE)
})

test.each([
  [{ chainId: '1' }, 'chainId: Choose a chain'],
  [{ asset: 'POL' }, 'asset: Choose what to send'],
  [{ toAddress: '' }, 'toAddress: Enter an EVM address (its checksum must match)'],
  [
    { toAddress: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
    'toAddress: Enter an EVM address (its checksum must match)',
  ],
  [{ amount: '1.0000001' }, 'amount: Amount has more than 6 decimals'],
  [{ amount: '0' }, 'amount: Amount must be greater than zero'],
  [{ reference: 'x'.repeat(129) }, 'reference: At most 128 characters'],
  [{ metadata: [{ key: 'customer', value: '' }] }, 'metadata,0,value: Enter a value'],
])('%j is refused before it is sent', (request, problem) => {
  expect(problemsOf(request)).toEqual([problem])
})
