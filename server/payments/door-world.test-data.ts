import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { z } from 'zod'
import { chainTokens, depositAccounts, depositTokens, rpcEndpoints, subscriptions } from '@/db/schema'
import { type DepositAccountView, depositAccountView } from '@/schemas/payments/accounts/contract'
import { subscriptionPage } from '@/schemas/subscriptions/contract'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { createPlatform, driftOf } from '@/server/ledger/holder.test-data'
import { setRate } from '@/server/testing/set-rate'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { pay, RATE_E8, readPayment } from './payment-world.test-data'
import { closeBreakers } from './providers/breaker'
import { startBankWorld } from './providers/provider-world.test-data'

const db = () => workerCtx().db
/** Offered for payments, but no test calls its node. */
const CHAIN_ID = 84532

export const CNGN = `0x${'c'.repeat(40)}`
export const USDC = `0x${'d'.repeat(40)}`

/** A customer who pays through /v1, with a bank, two tokens and a clock. Call it once in a file. */
export function openDoorWorld() {
  let bank: Awaited<ReturnType<typeof startBankWorld>>
  let client: WalletClient
  beforeAll(async () => {
    bank = await startBankWorld()
    for (const [name, value] of Object.entries(bank.variables)) vi.stubEnv(name, value)
    await createPlatform()
    await db().insert(rpcEndpoints).values({ chainId: CHAIN_ID, url: 'http://127.0.0.1:9', label: 'nobody' })
    for (const [tokenAddress, symbol, peg] of [[CNGN, 'cNGN', 'NGN'] as const, [USDC, 'USDC', 'USD'] as const]) {
      const row = { chainId: CHAIN_ID, symbol, decimals: 6 }
      await db()
        .insert(chainTokens)
        .values({ ...row, address: tokenAddress })
      await db()
        .insert(depositTokens)
        .values({ ...row, tokenAddress, peg, sweepLeastUnits: 1n })
    }
    forgetChains()
  })
  afterAll(async () => {
    await bank.stop()
    vi.unstubAllEnvs()
  })
  beforeEach(async () => {
    client = await walletClient()
    await db().delete(subscriptions).where(eq(subscriptions.businessId, client.businessId))
    await setRate(RATE_E8)
  })
  afterEach(async () => {
    expect(await driftOf(client.tenant)).toEqual([])
    vi.useRealTimers()
  })
  return {
    get client() {
      return client
    },
    /** Runs `work` while the bank does not answer. */
    async withoutBank(work: () => Promise<void>) {
      await bank.stop()
      await work().finally(() => bank.restart())
      closeBreakers()
    },
    /** Sets the clock. */
    async at(moment: Date) {
      vi.useFakeTimers({ toFake: ['Date'], now: moment })
      await client.signInAgain()
    },
    /** Opens a payment and returns all its accounts. */
    async open(request: object, query = ''): Promise<DepositAccountView[]> {
      const answer = await client.post(`/v1/payments/subscribe${query}`, request)
      expect(answer).toMatchObject({ code: 200 })
      return z.array(depositAccountView).parse(answer.data)
    },
    /** Opens a payment, sends the exact amount to its bank account, and reads the payment. */
    async buy(request: object) {
      const [account] = await this.open(request, '?providerType=FIAT')
      if (!account) throw new Error('no account')
      return this.send(account)
    },
    async send({ reference }: Pick<DepositAccountView, 'reference'>) {
      const [row] = await db().select().from(depositAccounts).where(eq(depositAccounts.reference, reference))
      if (!row) throw new Error('no account')
      await pay({ accountId: row.id, units: row.expectedUnits, paidAt: new Date() })
      return readPayment(row.paymentId)
    },
    held: async (query = '') => subscriptionPage.parse((await client.get(`/v1/subscriptions${query}`)).data).items,
  }
}

export const planRequest = (planId: number, billingCycle = 'MONTHLY') => ({
  ...{ purpose: 'SUBSCRIPTION', planId, billingCycle },
})
export const topUpRequest = (amountUsd: number) => ({ purpose: 'WALLET_TOPUP', amountUsd })
