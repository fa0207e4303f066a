import { eq } from 'drizzle-orm'
import { type Address, getAddress, type Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { workerCtx } from '@/server/ctx'
import { CONTRACT, transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { openDepositWorld } from './deposit-world.test-data'
import { coinsTo, OUTSIDER } from './money-chain.test-data'

const on = openDepositWorld()
const { turn, follow, rows, newWallets, walletRows } = on
let [alice, bob]: Address[] = []

beforeEach(async () => {
  ;[alice, bob] = (await walletRows()).map(({ address }) => getAddress(address))
})

const lower = (address: string | undefined): Hex => `0x${(address ?? '').slice(2).toLowerCase()}`
const toAlice = (units: bigint, from: Address = OUTSIDER) => transferLog(units, { from, to: alice ?? OUTSIDER })
const stages = async () => (await rows()).map(({ stage, amountUnits }) => [stage, amountUnits])

describe('what arrives in a wallet', () => {
  test('is seen at the head with all that is known of it, tokens and coins alike', async () => {
    const log = toAlice(2_500_000n)
    const coins = coinsTo(lower(bob), 10n ** 18n)
    const blockHash = on.world.mineMoney({ logs: [log], coins: [coins] })
    await follow()
    const [first, second] = await walletRows()
    const same = {
      chainId: on.chain.chainId,
      blockNumber: 1n,
      blockHash,
      stage: 'seen',
      fromAddress: getAddress(OUTSIDER),
    }
    expect(await rows()).toMatchObject([
      {
        ...same,
        walletId: second?.id,
        tokenAddress: null,
        symbol: 'ETH',
        amountUnits: 10n ** 18n,
        txHash: coins.hash,
        logIndex: null,
      },
      {
        ...same,
        ...{
          walletId: first?.id,
          tokenAddress: getAddress(CONTRACT),
          symbol: 'USDT',
          decimals: 6,
          amountUnits: 2_500_000n,
        },
        ...{ txHash: log.transactionHash, logIndex: 0, projectId: on.tenant.projectId },
      },
    ])
  })

  test('is confirmed once its block is as deep as the chain’s rule wants it, not a block before', async () => {
    on.world.mineMoney({ logs: [toAlice(1n)], coins: [] })
    on.world.mine()
    await follow()
    expect(await stages()).toEqual([['seen', 1n]])
    on.world.mine()
    await follow()
    expect(await stages()).toEqual([['confirmed', 1n]])
  })

  test('is confirmed by the chain’s own tag where it has one', async () => {
    on.chain = { ...on.chain, finality: 'finalized' }
    on.world.finalDepth = 5
    on.world.mineMoney({ logs: [toAlice(1n)], coins: [] })
    on.world.mineMany(4)
    await follow()
    expect(await stages()).toEqual([['seen', 1n]])
    on.world.mine()
    await follow()
    expect(await stages()).toEqual([['confirmed', 1n]])
  })

  test('from the wallet of another customer arrives too', async () => {
    const [strange] = await newWallets(1, await createTenant())
    const from = getAddress(strange ?? '')
    on.world.mineMoney({ logs: [toAlice(1n, from)], coins: [coinsTo(lower(alice), 2n, { from: lower(from) })] })
    await follow()
    expect((await stages()).map(([, units]) => units)).toEqual([2n, 1n])
  })

  test('in a wallet that was made after others were read comes from then on', async () => {
    on.world.mineMany(3)
    await follow()
    const carol = getAddress((await newWallets(1))[0] ?? '')
    on.world.mineMoney({ logs: [transferLog(5n, { to: carol })], coins: [] })
    await follow()
    expect(await stages()).toEqual([['seen', 5n]])
  })
})

describe('no deposit is', () => {
  test.each([
    [
      'coins of a transaction that failed',
      () => ({ logs: [], coins: [coinsTo(lower(alice), 1n, { isFailed: true })] }),
    ],
    ['a transaction without coins', () => ({ logs: [], coins: [coinsTo(lower(alice), 0n)] })],
    ['a new contract', () => ({ logs: [], coins: [coinsTo(null, 1n)] })],
    ['a transfer of nothing', () => ({ logs: [toAlice(0n)], coins: [] })],
    [
      'a transfer to oneself',
      () => ({ logs: [toAlice(1n, alice)], coins: [coinsTo(lower(alice), 1n, { from: lower(alice) })] }),
    ],
    [
      'what the customer moves from another wallet of theirs',
      () => ({ logs: [toAlice(1n, bob)], coins: [coinsTo(lower(alice), 2n, { from: lower(bob) })] }),
    ],
    [
      'what the platform sends for gas',
      () => ({
        logs: [toAlice(1n, getAddress(on.platform))],
        coins: [coinsTo(lower(alice), 1n, { from: lower(on.platform) })],
      }),
    ],
    [
      'what the platform itself gets',
      () => ({ logs: [transferLog(1n, { to: getAddress(on.platform) })], coins: [coinsTo(lower(on.platform), 1n)] }),
    ],
    [
      'what goes elsewhere',
      () => ({ logs: [transferLog(1n)], coins: [coinsTo(OUTSIDER, 1n, { from: lower(alice) })] }),
    ],
    ['a token nobody knows', () => ({ logs: [transferLog(1n, { to: alice, address: OUTSIDER })], coins: [] })],
    [
      'an NFT of a known token’s address',
      () => ({
        logs: [
          { ...toAlice(1n), data: '0x' as const, topics: [...toAlice(1n).topics, `0x${'1'.repeat(64)}` as const] },
        ],
        coins: [],
      }),
    ],
  ])('%s', async (_what, held) => {
    on.world.mineMoney(held())
    on.world.mineMany(5)
    await follow()
    expect(await rows()).toEqual([])
  })

  test('what a deactivated wallet gets, or sends back to the customer', async () => {
    const dave = getAddress((await newWallets(1))[0] ?? '')
    await workerCtx().db.update(wallets).set({ isActive: false }).where(eq(wallets.address, dave))
    on.world.mineMoney({ logs: [transferLog(1n, { to: dave }), toAlice(1n, dave)], coins: [] })
    await follow()
    expect(await rows()).toEqual([])
  })
})

describe('where the chain is rebuilt', () => {
  test('a deposit that is gone ends, and the same transfer in another block is another', async () => {
    const log = toAlice(7n)
    on.world.mineMoney({ logs: [log], coins: [] })
    await follow()
    on.world.lose(1)
    on.world.mine()
    on.world.mineMoney({ logs: [toAlice(8n), log], coins: [] })
    on.world.mineMany(2)
    await follow()
    expect(await stages()).toEqual([
      ['reverted', 7n],
      ['confirmed', 8n],
      ['confirmed', 7n],
    ])
  })

  test('coins that moved to a later block are there once', async () => {
    const coins = coinsTo(lower(alice), 9n)
    on.world.mineMoney({ logs: [], coins: [coins] })
    await follow()
    on.world.lose(1)
    on.world.mine()
    on.world.mineMoney({ logs: [], coins: [coins] })
    on.world.mineMany(2)
    await follow()
    expect(await stages()).toEqual([
      ['reverted', 9n],
      ['confirmed', 9n],
    ])
  })
})

describe('a node that', () => {
  test('hides what a block moved is not believed: nothing is passed over', async () => {
    const hash = on.world.mineMoney({ logs: [toAlice(1n)], coins: [coinsTo(lower(alice), 2n)] })
    on.world.hidden.add(hash)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    on.world.hidden.clear()
    on.world.emptied.add(hash)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    expect(await rows()).toEqual([])
    on.world.emptied.clear()
    await follow()
    expect(await stages()).toHaveLength(2)
  })

  test('is far behind what was read makes nothing happen', async () => {
    on.world.mineMany(4)
    on.world.mineMoney({ logs: [toAlice(1n)], coins: [] })
    await follow()
    const gone = on.world.blocks.splice(3)
    expect(await turn()).toBe('waiting')
    expect(await stages()).toEqual([['seen', 1n]])
    on.world.blocks.push(...gone)
    on.world.mineMany(2)
    await follow()
    expect(await stages()).toEqual([['confirmed', 1n]])
  })
})
