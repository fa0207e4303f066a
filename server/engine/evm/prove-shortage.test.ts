import { expect, test } from 'vitest'
import { openStubs } from '@/server/chains/testing/stubs'
import type { Queued } from './load-queue'
import { proveShortage } from './prove-shortage'

const stubs = openStubs(8_200)
const OWNER = { walletId: 'w', businessId: 'b', seedId: 's', addressIndex: 0, address: '0x01' }
const queued: Queued = {
  id: 'transfer',
  businessId: 'b',
  type: 'TRANSFER',
  walletId: 'w',
  laneWalletId: 'w',
  toAddress: '0x02',
  tokenAddress: null,
  callData: null,
  amountUnits: 100n,
  gasLimit: null,
  feeHoldMicros: 0n,
  gasBudgetMicros: 0n,
  nativePriceE8: null,
  owner: OWNER,
  sender: OWNER,
}
/** Beside the owner's coins there are seven of the platform's in the wallet. */
const claims = { claimedUnits: 7n, comingUnits: 0n, isMoving: false, isSettling: false, isStale: false }
const SHORT = [{ queued, error: 'The wallet holds less than the transfer moves', claims }]
const HOPELESS = [{ id: 'transfer', error: 'The wallet holds less than the transfer moves' }]

/** A chain whose nodes see these balances; null: the node does not answer. */
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
  ['every endpoint sees too little', [106n, 0n], HOPELESS],
  ["only the platform's coins make it enough", [106n], HOPELESS],
  ['one endpoint sees enough', [106n, 107n], []],
  ['the only endpoint sees enough by now', [107n], []],
  ['one sees too little and the other is silent', [106n, null], HOPELESS],
  ['nobody answers', [null], []],
])('want of money, when %s', async (_, balances, proven) => {
  expect(await proveShortage(await chainSeeing(...balances), SHORT)).toEqual(proven)
})
