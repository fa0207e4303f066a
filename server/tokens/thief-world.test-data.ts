import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Address, createWalletClient, http, publicActions } from 'viem'
import type { privateKeyToAccount } from 'viem/accounts'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { tokenOperations, tokenSteps, transactions } from '@/db/schema'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { pollBlocks, takeTurn } from '@/server/testing/turns'
import type { Answer } from '@/server/testing/wallet-client'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { advanceOperations } from './operations/advance-operations'
import { simulateOperation } from './operations/simulate-operation'
import { planCall } from './plans/plan-call'
import { planMint } from './plans/plan-mint'
import { NO_WEBHOOK } from './plans/webhook-target'
import { encodeSigned, type SignedCall } from './thief-calls.test-data'
import type { Strike } from './thief-strike.test-data'
import type { TokenWorld } from './token-world.test-data'

const HOOK = 'http://127.0.0.1:9/hook'
const MAX_TURNS = 60
const db = () => workerCtx().db

/** The actors: two wallets of the business, then two outside keys. The first and the third belong to one investor. */
export type Hand = { address: Address; investorId: string; key: ReturnType<typeof privateKeyToAccount> | null }

export type Bond = { id: string; contract: Address; firstBlock: bigint }

/** One bond and the actors that attack it, on a chain that mines on demand. */
export class ThiefWorld {
  constructor(
    readonly world: TokenWorld,
    readonly strike: Strike,
    readonly bond: Bond,
    readonly hands: readonly Hand[],
  ) {}

  hand(nth: number): Hand {
    const hand = this.hands[nth % this.hands.length]
    if (!hand) throw new Error('nobody plays')
    return hand
  }

  /** Sends a request once, and again with the same key if no answer came, like clients do. */
  private async sent(send: (key: string) => Promise<Answer>): Promise<void> {
    const key = randomUUID()
    const first = await send(key)
    if (first.code >= 500) await send(key)
  }

  ask(what: string, body: object = {}): Promise<void> {
    const reported = /wallets/.test(what) ? {} : { webhookUrl: HOOK }
    return this.sent((key) => this.world.ask(this.bond.id, what, { ...body, ...reported }, key))
  }

  freeze({ address }: Hand, frozen: boolean): Promise<void> {
    const path = `/v1/tokens/${this.bond.id}/wallets/${address}`
    return this.sent((key) => this.world.client.patch(path, { frozen }, key))
  }

  remove({ address }: Hand): Promise<void> {
    return this.sent((key) => this.world.client.delete(`/v1/tokens/${this.bond.id}/wallets/${address}`, undefined, key))
  }

  /** Pays the first unpaid coupon, this many times at once. */
  async pay(times: number): Promise<void> {
    const answer = await this.world.client.get(`/v1/tokens/${this.bond.id}/yield`)
    if (answer.code !== 200) throw new Error(`the coupons were not read: ${answer.code} ${answer.message}`)
    const coupon = yieldView.parse(answer.data).coupons.find(({ status }) => !['PAID', 'CANCELED'].includes(status))
    if (!coupon) return
    await Promise.all(Array.from({ length: times }, () => this.ask(`yield/${coupon.couponId}/pay`)))
  }

  /** Simulates a call and a mint, like the portal before it opens them. */
  async quote({ address: to }: Hand, amount: string): Promise<void> {
    const { tenant } = this.world.client
    const tokenId = this.bond.id
    const mint = { tokenId, lines: [{ to, amount }], isBatch: false, ...NO_WEBHOOK }
    const tried = [
      async () => simulateOperation(tenant, await planCall(tenant, { tokenId, ...NO_WEBHOOK })),
      async () => simulateOperation(tenant, await planMint(tenant, mint)),
    ]
    await Promise.all(
      tried.map((each) =>
        each().catch((error: unknown) => {
          if (!(error instanceof ApiError) && !this.strike.isOwn(error)) throw error
        }),
      ),
    )
  }

  /** Sends a transaction outside the platform. The chain may refuse it. */
  private async sendPast({ key }: Hand, call: (client: ReturnType<ThiefWorld['clientOf']>) => Promise<unknown>) {
    if (!key) return
    await this.world.chain.test.setBalance({ address: key.address, value: 10n ** 20n })
    await call(this.clientOf(key)).catch(() => {})
  }

  private clientOf(account: ReturnType<typeof privateKeyToAccount>) {
    return createWalletClient({ account, transport: http(this.world.chain.anvil.rpcUrl) }).extend(publicActions)
  }

  direct(from: Hand, to: Hand, units: bigint): Promise<void> {
    const args = [to.address, units] as const
    const call = {
      chain: null,
      address: this.bond.contract,
      abi: yieldTokenAbi,
      functionName: 'transfer',
      args,
    } as const
    return this.sendPast(from, (client) => client.writeContract({ ...call, gas: 1_000_000n }))
  }

  /** Anyone may pay a coupon, to any holder and any number of times. */
  payPast(from: Hand, index: bigint): Promise<void> {
    const holders = [...this.hands, ...this.hands].map(({ address }) => address)
    const args = [index, holders] as const
    const to = { chain: null, address: this.bond.contract, abi: yieldTokenAbi, gas: 3_000_000n } as const
    return this.sendPast(from, (client) =>
      index === 0n
        ? client.writeContract({ ...to, functionName: 'redeem', args: [holders] })
        : client.writeContract({ ...to, functionName: 'payCoupon', args }),
    )
  }

  payOwed(from: Hand, to: Hand): Promise<void> {
    const args = [to.address] as const
    const call = {
      chain: null,
      address: this.bond.contract,
      abi: yieldTokenAbi,
      functionName: 'payOwed',
      args,
    } as const
    return this.sendPast(from, (client) => client.writeContract({ ...call, gas: 1_000_000n }))
  }

  /** Sends a call of a contract through `/v1`. The chain may refuse it. */
  async sign(one: SignedCall): Promise<void> {
    const { timestamp } = await this.world.chain.rpc.getBlock()
    const to = one.call === 'allow' ? this.world.payment : this.bond.contract
    const hands = this.hands.map(({ address }) => address)
    const data = encodeSigned(one, { bond: this.bond.contract, hands, now: Number(timestamp) })
    const transaction = { to, data }
    const body = { chainType: 'EVM', chainId: CHAIN_ID, addressIndex: 0, transaction }
    await this.sent((key) => this.world.client.post('/v1/wallet/hd/sign', body, key))
  }

  /** Asks to cancel everything of it that is still running. */
  async cancel(): Promise<void> {
    const { tenant } = this.world.client
    const ids = db()
      .select({ id: tokenSteps.transactionId })
      .from(tokenSteps)
      .innerJoin(tokenOperations, eq(tokenOperations.id, tokenSteps.operationId))
      .where(eq(tokenOperations.tokenId, this.bond.id))
    const open = await db()
      .select({ id: transactions.id })
      .from(transactions)
      .where(and(inArray(transactions.id, ids), eq(transactions.status, 'PENDING')))
    for (const { id } of open)
      await inTenant(tenant, (ctx) =>
        cancelTransaction(ctx, { transactionId: id, reason: 'the script says so' }),
      ).catch((error: unknown) => {
        if (!(error instanceof ApiError) && !this.strike.isOwn(error)) throw error
      })
  }

  async travel(days: number): Promise<void> {
    await this.world.travelTo(await this.world.dayAfter(days))
    await this.survive(() => this.world.keep().then(() => {}))
  }

  /** Restarts what a fault point killed: its leases have expired by then, and postponed work is due. */
  private async survive(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!this.strike.isOwn(error)) throw error
    })
    await db().execute(sql`update chain_cursors set lease_owner = null, lease_until = null`)
    await db().execute(sql`update lanes set not_before = null where not_before is not null`)
    await db().execute(sql`update token_operations set next_attempt_at = now() - interval '1 second'
      where status = 'PENDING' and next_attempt_at is not null`)
  }

  /** One turn of all workers, with a block in between if the chain mines. */
  async turn(hasBlock = true): Promise<void> {
    await this.survive(() => takeTurn())
    if (hasBlock) await this.world.chain.test.mine({ blocks: 1 })
    await this.survive(() => pollBlocks())
    await this.survive(() => this.world.follow())
    await this.survive(() => advanceOperations(workerCtx()).then(() => {}))
  }

  open() {
    const ofToken = eq(tokenOperations.tokenId, this.bond.id)
    return db()
      .select()
      .from(tokenOperations)
      .where(and(ofToken, eq(tokenOperations.status, 'PENDING')))
  }

  /** Runs until nothing is in progress; a later check finds what never ends. */
  async settle(): Promise<void> {
    this.strike.disarm()
    for (let turns = 0; turns < MAX_TURNS; turns += 1) {
      await this.turn()
      if ((await this.open()).length === 0) return
    }
  }
}
