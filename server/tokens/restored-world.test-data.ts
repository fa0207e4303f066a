import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, vi } from 'vitest'
import { chains, priceSources, tokenOperations, transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { ApiError } from '@/server/errors'
import { postCredit } from '@/server/ledger/credit-business'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { isRecovering, requireNotRecovering } from '@/server/recovery/is-recovering'
import { listLost } from '@/server/recovery/lost-transactions'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { advanceOperations } from './operations/advance-operations'
import { openRestorable } from './restorable-world.test-data'
import { askForCall, askNew, bondOf, type Client, payNext, repeatAll } from './restored-claims.test-data'
import type { Step } from './restored-steps.test-data'
import { Strike } from './thief-strike.test-data'
import { ThiefWorld } from './thief-world.test-data'
import { openTokenWorld } from './token-world.test-data'

const ETH_E8 = 2_500_00000000n
const MAX_TURNS = 40
const db = () => workerCtx().db

/** A business with tokens on a local chain, whose database is backed up and restored, and the steps it takes. */
export function openRestoredWorld() {
  const on = openRestorable(openTokenWorld)
  const { restores } = on
  let delegateAddress = ''
  beforeAll(async () => {
    const { world } = on
    delegateAddress = await deployDelegate({ rpcUrl: world.chain.anvil.rpcUrl })
    for (const { address } of await listPlatformWallets(workerCtx()))
      await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
    // The business pays for gas: each open transaction holds a part of its balance.
    await db().update(chains).set({ gasPolicy: 'debited' }).where(eq(chains.chainId, CHAIN_ID))
    const fixed = { source: 'fixed' as const, fixedE8: ETH_E8 }
    await db()
      .insert(priceSources)
      .values({ symbol: 'ETH', ...fixed })
      .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
    forgetChains()
    const { businessId } = world.client
    const credit = { businessId, micros: 10n ** 12n, reason: 'test', createdBy: 'test' }
    await inWorker(({ db }) => postCredit(db, credit))
  })

  async function play(client: Client, one: Step): Promise<void> {
    switch (one.do) {
      case 'issue':
      case 'register':
      case 'batch':
        return askNew(client, { what: one.do })
      case 'mint':
        return askNew(client, { what: 'mint', who: one.who, tokens: one.tokens })
      case 'burn':
        return askNew(client, { what: 'burn', who: one.who, tokens: 1 })
      case 'freeze':
        return askNew(client, { what: 'freeze', who: one.who, isOn: one.isOn })
      case 'pay':
        return payNext(client)
      case 'call':
        return askForCall(client)
      case 'repeat':
        return repeatAll(client)
      case 'owed':
        return asThief(client).payOwed(asThief(client).hand(2), asThief(client).hand(one.who))
      case 'cancel':
        return cancel(client, one.nth)
      case 'travel':
        await on.world.travelTo(await on.world.dayAfter(one.days))
        await followClock()
        return void (await on.world.keep())
      case 'send':
        return send(client)
      case 'follow':
        return on.world.follow()
      case 'plan':
        return plan()
      case 'work':
        return work(client)
      case 'backup':
        return restores.backup()
      case 'restore':
        return void (await restores.restore())
      case 'end':
        return restores.end(() => on.world.chain.test.mine({ blocks: 1 }))
      default:
        return one satisfies never
    }
  }

  /** What relayers send expires by the chain's time, and is signed by ours. */
  async function followClock(): Promise<void> {
    const { timestamp } = await on.world.chain.rpc.getBlock()
    vi.useFakeTimers({ toFake: ['Date'], now: Math.max(Date.now(), Number(timestamp) * 1_000) })
  }

  /** A person cancels one of the open transactions, as the portal lets them. */
  async function cancel(client: Client, nth: number): Promise<void> {
    const open = await listOpen()
    const id = open[nth % Math.max(open.length, 1)]
    if (!id) return
    const request = { transactionId: id, reason: 'a test' }
    await requireNotRecovering()
      .then(() => inTenant(on.world.client.tenant, (ctx) => cancelTransaction(ctx, request)))
      .then(() => {
        client.isCancelled = true
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
      })
  }

  /** The open transactions of the business. */
  async function listOpen(): Promise<string[]> {
    const rows = await db()
      .select({ id: transactions.id })
      .from(transactions)
      .where(and(eq(transactions.businessId, on.world.client.businessId), eq(transactions.status, 'PENDING')))
      .orderBy(transactions.createdAt, transactions.id)
    return rows.map(({ id }) => id)
  }

  /** Runs the engine until nothing is left that it may send; during a recovery it takes one turn and sends nothing. */
  async function send({ admin }: Client): Promise<void> {
    if (!(await isRecovering())) return drainChain()
    const sent = () => on.world.chain.rpc.getTransactionCount({ address: admin, blockTag: 'pending' })
    const before = await sent()
    await runEvmEngine(workerCtx(), CHAIN_ID)
    expect(await sent()).toBe(before)
  }

  /** The job that plans what follows, as if every pause were over. */
  async function plan(): Promise<void> {
    await db().execute(sql`update token_operations set next_attempt_at = now() - interval '1 second'
      where status = 'PENDING' and next_attempt_at is not null`)
    await advanceOperations(workerCtx())
  }

  async function work(client: Client): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      await send(client)
      await on.world.follow()
      await plan()
      if ((await isRecovering()) || !(await isAnyOpen())) return
    }
  }

  async function isAnyOpen(): Promise<boolean> {
    const own = eq(tokenOperations.businessId, on.world.client.businessId)
    const operations = await db().$count(tokenOperations, and(own, eq(tokenOperations.status, 'PENDING')))
    const held = await listLost(db(), 'held')
    return operations > held.length || (await listOpen()).length > held.length
  }

  const asThief = (client: Client) => new ThiefWorld(on.world, new Strike(), bondOf(client), client.hands)

  return {
    get world() {
      return on.world
    },
    get delegateAddress() {
      return delegateAddress
    },
    restores,
    play,
    work,
    listOpen,
    asThief,
  }
}
export type RestoredWorld = ReturnType<typeof openRestoredWorld>
