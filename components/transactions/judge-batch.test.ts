import { expect, test } from 'vitest'
import type { PolicyView } from '@/schemas/policies/contract'
import { BASE_SEPOLIA } from './chain.test-data'
import { judgeBatch } from './judge-batch'
import { readBatchFile } from './read-batch-file'

const [ONE, TWO] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']
const OPEN: PolicyView = {
  ...{ isActive: true, perTransactionUsd: null, dailyUsd: null, approvalAboveUsd: null, recipients: null },
  ...{ methods: null, version: null, updatedBy: null, updatedAt: null },
  ...{
    spentUsd: '0.00',
    spentOnTestnetsUsd: '0.00',
    spentByTokensUsd: '0.00',
    spentByPayoutsUsd: '0.00',
    spentPercent: null,
  },
}
const prices = [
  { symbol: 'ETH', priceE8: 2_000_00000000n },
  { symbol: 'USDC', priceE8: 1_00000000n },
]

/** Lines of so much USDC, or of the asset that is named; the first is line 2 of the file. */
function judge(
  amounts: readonly string[],
  policies: { project?: Partial<PolicyView>; business?: Partial<PolicyView>; blocked?: readonly string[] },
) {
  const rows = amounts.map((text, n) => {
    const [amount, token = 'USDC', to = ONE] = text.split(' ')
    return `r${n},0,${to},${amount},${token},84532`
  })
  const { lines } = readBatchFile(['reference,from,to,amount,token,chain', ...rows].join('\n'), [BASE_SEPOLIA])
  const business = { ...OPEN, ...policies.business }
  const project = { ...OPEN, ...policies.project }
  const { byLine, approvals } = judgeBatch(lines, { business, project, prices, blocked: new Set(policies.blocked) })
  return { lines: [...byLine].map(([line, { code, text }]) => [line, code !== null, text]), approvals }
}

test('lines above a limit per transaction are named, with their value in dollars', () => {
  expect(judge(['5', '0.003 ETH', '5.000001'], { project: { perTransactionUsd: '5.00' } })).toEqual({
    lines: [
      [3, true, 'Policy: the transfer of $6.00 is above the limit of $5.00 per transaction'],
      [4, true, 'Policy: the transfer of $5.000001 is above the limit of $5.00 per transaction'],
    ],
    approvals: [],
  })
})

test('lines count in the 24 hours of those behind them, refused ones do not, and the business is asked first', () => {
  const limits = { business: { dailyUsd: '20.00', spentUsd: '10.00' }, project: { dailyUsd: '9.00', spentUsd: '1.00' } }
  expect(judge(['6', '5', '3', '1', '2'], limits).lines).toEqual([
    [
      ...[3, true],
      'Business policy: the transfer of $5.00 brings the last 24 hours to $21.00, above the limit of $20.00',
    ],
    [4, true, 'Policy: the transfer of $3.00 brings the last 24 hours to $10.00, above the limit of $9.00'],
    [6, true, 'Policy: the transfer of $2.00 brings the last 24 hours to $10.00, above the limit of $9.00'],
  ])
})

test('a line or the sum above a threshold needs a second person', () => {
  expect(judge(['3', '6', '2'], { project: { approvalAboveUsd: '5.00' } })).toEqual({
    lines: [[3, false, 'Needs approval: $6.00 is above $5.00']],
    approvals: ['The batch of $11.00 is above $5.00'],
  })
  expect(judge(['3'], { project: { approvalAboveUsd: '5.00' } })).toEqual({ lines: [], approvals: [] })
})

test('an asset without a price breaks a limit, and a recipient may be left out', () => {
  const recipients = [{ address: ONE, label: '' }]
  expect(judge(['1 cNGN', `1 USDC ${TWO}`], { project: { dailyUsd: '5.00', recipients } }).lines).toEqual([
    [2, true, 'Policy: the asset has no price in USD now, and the project has limits in USD'],
    [3, true, `Policy: ${TWO} is not an allowed recipient`],
  ])
})

test('a blocked recipient is refused after the policies, and takes nothing of the 24 hours', () => {
  const limits = { project: { perTransactionUsd: '5.00', dailyUsd: '5.00' }, blocked: [TWO] }
  expect(judge([`4 USDC ${TWO}`, `6 USDC ${TWO}`, '5'], limits).lines).toEqual([
    [2, true, `Address blocked: ${TWO}`],
    [3, true, 'Policy: the transfer of $6.00 is above the limit of $5.00 per transaction'],
  ])
})

test('a policy that is not active says nothing', () => {
  const closed = { isActive: false, recipients: [], perTransactionUsd: '0.00' }
  expect(judge(['1'], { project: closed, business: closed })).toEqual({ lines: [], approvals: [] })
})
