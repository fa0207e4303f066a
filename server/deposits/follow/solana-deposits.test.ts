import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { addressOf } from '@/server/chains/solana/token-ledger.test-data'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { CLUSTER, openSolanaDepositWorld } from './deposit-world.test-data'
import { KNOWN, type MoneyMovement, OUTSIDER, type SolanaMoneyChain } from './solana-money.test-data'

// A busy machine gives a test little time.
const on = openSolanaDepositWorld()
const { follow, rows, newWallets } = on
let [alice, bob] = ['', '']
beforeEach(async () => {
  ;[alice = '', bob = ''] = (await on.walletRows()).map(({ address }) => address)
})

const coins = (to: string, units: bigint, from = OUTSIDER): MoneyMovement => ({ do: 'coins', from, to, units })
const tokens = (to: string, units: bigint, from = OUTSIDER): MoneyMovement => ({
  do: 'tokens',
  of: 'USDC',
  from,
  to,
  units,
})
/** A block with a transaction for each list of acts, and what was seen of it. */
async function seenOf(...lists: MoneyMovement[][]) {
  on.world.mine({ done: lists.map((movements) => on.world.pay(movements)) })
  await follow()
  return reported()
}
const reported = async () =>
  (await rows()).map(({ symbol, amountUnits, logIndex }) => [symbol, amountUnits, logIndex] as const)

describe('what arrives in a wallet', () => {
  test('is confirmed as soon as it is read, with all that is known of it', async () => {
    await addEndpoint(on.tenant, 'https://x.example')
    const one = on.world.pay([tokens(alice, 2_500_000n), coins(bob, 1_500n)])
    const { slot, hash } = on.world.mine({ skipped: 3, done: [one] })
    await follow()
    const [first, second] = await on.walletRows()
    const same = { chainId: CLUSTER, blockNumber: BigInt(slot), blockHash: hash, txHash: one.signature }
    const known = { ...same, stage: 'confirmed', fromAddress: OUTSIDER, projectId: on.tenant.projectId }
    const [token] = KNOWN
    const found = await rows()
    expect(found).toHaveLength(2)
    expect(found).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          ...known,
          walletId: first?.id,
          tokenAddress: token?.address,
          symbol: 'USDC',
          logIndex: 0,
        }),
        expect.objectContaining({
          ...known,
          walletId: second?.id,
          tokenAddress: null,
          symbol: 'SOL',
          decimals: 9,
          logIndex: 1,
        }),
      ]),
    )
    expect((await on.reported()).map(({ kind, body: { data } }) => [kind, data.amount, data.txHash])).toEqual(
      found.map(({ symbol }) => ['wallet.deposit.confirmed', symbol === 'SOL' ? '0.0000015' : '2.5', one.signature]),
    )
  })

  test('by several transfers of one transaction is as many deposits, each with its own sender', async () => {
    const other = addressOf('another outsider')
    expect(
      await seenOf([tokens(alice, 5n), coins(alice, 6n), tokens(alice, 7n, other), coins(alice, 8n, other)]),
    ).toEqual([
      ['USDC', 5n, 0],
      ['SOL', 6n, 1],
      ['USDC', 7n, 2],
      ['SOL', 8n, 3],
    ])
    expect((await rows()).map(({ fromAddress }) => fromAddress)).toEqual([OUTSIDER, OUTSIDER, other, other])
  })

  test('is what is left of it where the token withholds a part', async () => {
    expect(await seenOf([{ do: 'tokens', of: 'cNGN', from: OUTSIDER, to: alice, units: 10_000n }])).toEqual([
      ['cNGN', 9_900n, 0],
    ])
  })

  test('by a call of another program, and in any account of the wallet, is one too', async () => {
    const inner = { do: 'tokens', of: 'USDC', from: OUTSIDER, to: alice, units: 3n, nth: 1, isInner: true } as const
    expect(await seenOf([inner, { do: 'coins', from: OUTSIDER, to: bob, units: 4n, isInner: true }])).toEqual([
      ['USDC', 3n, 1],
      ['SOL', 4n, 3],
    ])
  })

  test('new tokens are from their mint', async () => {
    await seenOf([{ do: 'mint', of: 'USDC', to: alice, units: 9n }])
    expect(await rows()).toMatchObject([{ amountUnits: 9n, fromAddress: KNOWN[0]?.address }])
  })

  test('and no instruction tells of is from who paid for the transaction', async () => {
    await seenOf([
      { do: 'silent', of: null, to: alice, units: 11n },
      { do: 'silent', of: 'USDC', to: bob, units: 12n },
    ])
    expect(await rows()).toMatchObject([
      { symbol: 'SOL', amountUnits: 11n, fromAddress: OUTSIDER },
      { symbol: 'USDC', amountUnits: 12n, fromAddress: OUTSIDER },
    ])
  })

  test('with a token account that is handed over is what lies in it', async () => {
    expect(await seenOf([{ do: 'hand over', from: OUTSIDER, to: alice, units: 13n }])).toEqual([
      ['USDC', 13n, expect.any(Number)],
    ])
  })

  test('when somebody closes an account of wrapped coins to it is what lay there', async () => {
    expect(await seenOf([{ do: 'close', owner: OUTSIDER, to: alice, units: 20n }])).toEqual([
      ['SOL', 2_039_300n, expect.any(Number)],
    ])
  })

  test('beside what it pays itself counts for what is left', async () => {
    expect(
      await seenOf([coins(alice, 30n), coins(OUTSIDER, 10n, alice), tokens(OUTSIDER, 2n, bob), tokens(bob, 1n)]),
    ).toEqual([['SOL', 20n, 0]])
  })

  test('in a wallet that pays for the transaction is what was sent', async () => {
    on.world.mine({ done: [on.world.pay([coins(alice, 30n)], { payer: alice })] })
    await follow()
    expect(await reported()).toEqual([['SOL', 30n, 0]])
  })

  test('from the wallet of another customer is one', async () => {
    const [strange = ''] = await newWallets(1, await createTenant())
    expect(await seenOf([coins(alice, 5n, strange)], [tokens(alice, 6n, strange)])).toHaveLength(2)
  })
})

describe('no deposit is', () => {
  test.each([
    ['what the customer moves from another wallet of theirs', () => [coins(alice, 5n, bob), tokens(alice, 5n, bob)]],
    ['what the platform sends', () => [coins(alice, 5n, on.platform), tokens(alice, 5n, on.platform)]],
    ['what the platform gets', () => [coins(on.platform, 5n), tokens(on.platform, 5n)]],
    ['what goes from one account of a wallet to another', () => [{ ...tokens(alice, 5n, alice), nth: 1 }]],
    ['a transfer to oneself', () => [coins(alice, 5n, alice), tokens(alice, 5n, alice)]],
    [
      'wrapped coins of their own that are unwrapped',
      () => [{ do: 'close', owner: alice, to: alice, units: 5n } as const],
    ],
    ['wrapped coins', () => [{ do: 'tokens', of: 'WSOL', from: OUTSIDER, to: alice, units: 5n } as const]],
    ['a transfer of nothing', () => [coins(alice, 0n), tokens(alice, 0n)]],
    ['what comes and goes in one transaction', () => [tokens(alice, 5n), tokens(OUTSIDER, 5n, alice)]],
    ['what goes elsewhere', () => [coins(OUTSIDER, 5n, alice), tokens(OUTSIDER, 5n, alice)]],
  ] satisfies [string, () => MoneyMovement[]][])('%s', async (_what, movements) => {
    expect(await seenOf(movements())).toEqual([])
  })

  test('anything of a transaction that failed', async () => {
    const err = { InstructionError: [0, 'Custom'] }
    on.world.mine({ done: [on.world.pay([coins(alice, 5n), tokens(alice, 5n)], { err })] })
    await follow()
    expect(await rows()).toEqual([])
  })

  test('what a deactivated wallet gets', async () => {
    const [dave = ''] = await newWallets(1)
    await workerCtx().db.update(wallets).set({ isActive: false }).where(eq(wallets.address, dave))
    expect(await seenOf([coins(dave, 5n), tokens(dave, 5n)])).toEqual([])
  })
})

test('a cluster that was made anew from an old state takes back what it no longer holds', async () => {
  await addEndpoint(on.tenant, 'https://x.example')
  on.world.mineMany(3)
  await follow()
  await seenOf([coins(alice, 5n)])
  on.world.forget(1)
  on.world.mine({ done: [on.world.pay([coins(alice, 7n)])] })
  on.world.mineMany(2)
  await follow()
  expect((await rows()).map(({ stage, amountUnits }) => [stage, amountUnits])).toEqual([
    ['reverted', 5n],
    ['confirmed', 7n],
  ])
  expect((await on.reported()).map(({ kind }) => kind)).toEqual([
    'wallet.deposit.confirmed',
    'wallet.deposit.reverted',
    'wallet.deposit.confirmed',
  ])
})

/** Transactions from which a node left something out; in a list that is too short, the last entry is missing. */
const LIES: Record<string, (transaction: Reported) => object> = {
  'no outcome': () => ({ meta: null }),
  'no word on success': ({ meta: { err: _, ...meta } }) => ({ meta }),
  'no inner instructions': ({ meta }) => ({ meta: { ...meta, innerInstructions: null } }),
  'no balances': ({ meta }) => ({ meta: { ...meta, postBalances: [] } }),
  'no balances of tokens': ({ meta }) => ({ meta: { ...meta, preTokenBalances: null } }),
  'nobody’s tokens': ({ meta }) => ({
    meta: { ...meta, postTokenBalances: meta.postTokenBalances.map(({ owner: _, ...one }) => one) },
  }),
  'accounts that are not there': ({ meta }) => ({
    meta: { ...meta, postTokenBalances: meta.postTokenBalances.map((one) => ({ ...one, accountIndex: 99 })) },
  }),
  'amounts that are none': ({ meta }) => ({ meta: { ...meta, postBalances: meta.postBalances.map(() => -1) } }),
}
type Reported = ReturnType<SolanaMoneyChain['pay']>['transaction']

test.each(Object.entries(LIES))(
  'a node that tells of a transaction with %s is not believed: nothing is passed over',
  async (_what, lie) => {
    const one = on.world.pay([tokens(alice, 5n), coins(alice, 6n)])
    const { slot } = on.world.mine({ done: [one] })
    on.world.said.set(slot, (block) => ({ ...block, transactions: [{ ...one.transaction, ...lie(one.transaction) }] }))
    on.world.mine()
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    expect(await rows()).toEqual([])
    on.world.recover()
    await follow()
    expect(await reported()).toHaveLength(2)
  },
)
