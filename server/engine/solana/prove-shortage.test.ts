import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { openStubs } from '@/server/chains/testing/stubs'
import type { Queued } from './load-queue'
import type { PlanFacts } from './plan-transfers'
import { proveShortage } from './prove-shortage'

const stubs = openStubs(8_300)
const RENT = 890_880n
const [FEE_PAYER, FROM, TO] = [address(1), address(2), address(3)]
const NIL = '00000000-0000-7000-8000-000000000000'

function address(index: number): string {
  return base58.encode(new Uint8Array(32).fill(index))
}

function account(lamports: bigint) {
  return { lamports, owner: PROGRAMS.system, isExecutable: false, data: new Uint8Array() }
}

const queued: Queued = {
  id: NIL,
  intentId: 'transfer',
  executedBy: null,
  businessId: NIL,
  type: 'TRANSFER',
  walletId: NIL,
  seedId: NIL,
  fromAddress: FROM,
  addressIndex: 0,
  toAddress: TO,
  tokenAddress: null,
  amountUnits: 5n * RENT,
  decimals: 9,
  callData: null,
  isCancelled: false,
  expired: null,
  expiredPrice: null,
}
const facts: PlanFacts = {
  feePayer: FEE_PAYER,
  accounts: new Map([
    [FEE_PAYER, account(1_000n * RENT)],
    [FROM, account(2n * RENT)],
    [TO, account(RENT)],
  ]),
  inFlight: { wallets: new Map(), feePayerLamports: 0n },
  reserved: new Map(),
  judged: new Map(),
  walletRent: RENT,
  rentOf: () => RENT,
  maxFeeLamports: 10_000n,
  maxCallFeeLamports: 10_000n,
}
const SHORT = [{ queued, text: 'The wallet holds less than the transfer moves', short: null }]

/** A cluster whose nodes report this balance; null for a node that does not answer. */
async function clusterSeeing(...held: (bigint | null)[]) {
  const nodes = []
  for (const lamports of held) {
    const value = [1_000n * RENT, lamports ?? 0n, RENT].map((units) => ({
      lamports: Number(units),
      owner: PROGRAMS.system,
      executable: false,
      data: ['', 'base64'],
    }))
    const node = await stubs.node({ methods: { getMultipleAccounts: () => ({ context: { slot: 1 }, value }) } })
    if (lamports === null) node.mode = 'reset'
    nodes.push({ url: node.url })
  }
  return stubs.chain(nodes)
}

test.each([
  ['every endpoint sees too little', [2n * RENT, 0n], 1],
  ['one endpoint sees enough', [2n * RENT, 6n * RENT], 0],
  ['one sees too little and the other is silent', [2n * RENT, null], 1],
  ['nobody answers', [null, null], 0],
])('a shortage of coins, when %s', async (_, held, proven) => {
  const verdict = await proveShortage(await clusterSeeing(...held), SHORT, facts)
  expect(verdict.proven).toHaveLength(proven)
  expect(verdict.contradicted).toHaveLength(1 - proven)
})
