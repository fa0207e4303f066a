import { expect, test } from 'vitest'
import { openStubs } from '@/server/chains/testing/stubs'
import type { Queued } from './load-queue'
import { proveShortage } from './prove-shortage'

const stubs = openStubs(8_200)
const TOKEN = '0x03'
const cngn = {
  id: 'c',
  chainId: 8_200,
  symbol: 'cNGN',
  address: TOKEN,
  decimals: 6,
  isActive: true,
  createdAt: new Date(),
}
const OWNER = { walletId: 'w', businessId: 'b', seedId: 's', addressIndex: 0, address: '0x01' }
const queued: Queued = {
  id: 'transfer',
  intentId: 'transfer',
  businessId: 'b',
  type: 'TRANSFER',
  walletId: 'w',
  laneWalletId: 'w',
  toAddress: '0x02',
  tokenAddress: null,
  callData: null,
  amountUnits: 100n,
  decimals: 2,
  gasLimit: null,
  feeHoldMicros: 0n,
  gasBudgetMicros: 0n,
  nativePriceE8: null,
  owner: OWNER,
  sender: OWNER,
}
/** Seven of the wallet's units belong to the platform. */
const claims = { claimedUnits: 7n, comingUnits: 0n, isMoving: false, isSettling: false, isStale: false }
const SHORT = [{ queued, claims }]
/** The failure names the owner's part of the highest balance that an endpoint reports. */
const doomed = (available: string) => [
  {
    id: 'transfer',
    error: `The wallet holds less than the transfer moves: 1 ETH needed, ${available} ETH available`,
    shortfall: { unit: 'ETH', needed: '1', available },
  },
]

/** A chain whose nodes report these balances; null for a node that does not answer. */
async function chainSeeing(...balances: (bigint | null)[]) {
  const nodes = []
  for (const units of balances) {
    const node = await stubs.node({ methods: { eth_getBalance: () => `0x${(units ?? 0n).toString(16)}` } })
    if (units === null) node.mode = 'reset'
    nodes.push({ url: node.url })
  }
  return stubs.chain(nodes)
}

test.each([
  ['every endpoint sees too little', [50n, 106n], doomed('0.99')],
  ["only the platform's coins make it enough", [106n], doomed('0.99')],
  ['one endpoint sees enough', [106n, 107n], []],
  ['the only endpoint sees enough by now', [107n], []],
  ['one sees too little and the other is silent', [6n, null], doomed('0')],
  ['nobody answers', [null], []],
])('a shortage of coins, when %s', async (_, balances, proven) => {
  expect(await proveShortage(await chainSeeing(...balances), SHORT)).toEqual(proven)
})

test.each([
  ['known', TOKEN, 'cNGN'],
  ['unknown', '0x04', 'tokens'],
])('a shortage of a token that is %s is reported in its units', async (_, tokenAddress, unit) => {
  const node = await stubs.node({ methods: { eth_call: () => `0x${1_250_000n.toString(16).padStart(64, '0')}` } })
  const chain = { ...stubs.chain([{ url: node.url }]), tokens: [cngn] }
  const row = { ...queued, tokenAddress, amountUnits: 5_000_000_000n, decimals: 6 }
  const [verdict] = await proveShortage(chain, [{ queued: row, claims: { ...claims, claimedUnits: 250_000n } }])
  expect(verdict).toMatchObject({
    error: `The wallet holds less of the token than the transfer moves: 5000 ${unit} needed, 1 ${unit} available`,
    shortfall: { unit, needed: '5000', available: '1' },
  })
})
