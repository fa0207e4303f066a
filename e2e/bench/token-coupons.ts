import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import type postgres from 'postgres'
import { type Address, getAddress } from 'viem'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import {
  encodeApprove,
  encodeBatchMint,
  encodeFund,
  encodePayHolders,
  encodeRecordCoupon,
  encodeRegister,
  investorKeyOf,
} from '@/server/tokens/operations/asset-calls'
import { splitIntoCalls } from '@/server/tokens/operations/plan'
import { PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'
import { addressesOf, openBare, untilDone, withTokenWorld } from './token-world'

const LINES = 1_000
const RATE = { numerator: 1n, denominator: 100n }

/**
 * A coupon for many holders, from the request to the end, against a bare loop that records, funds and pays the same
 * batches.
 */
export async function benchTokenCoupons({ holders }: { holders: number }): Promise<void> {
  await withTokenWorld(async (world, sql) => {
    const addresses = addressesOf(holders)
    const token = await issue(world)
    await hold(world, sql, { id: token.id, addresses })
    const bareRun = await prepareBare(world, addresses)
    await world.fund(world.admin, 10n ** 13n)
    const readCoupon = async () =>
      yieldView.parse((await world.client.get(`/v1/tokens/${token.id}/yield`)).data).coupons[0]
    const coupon = await readCoupon()
    if (!coupon) throw new Error('the bond has no coupon')
    await world.travelTo(coupon.payDate)
    await world.client.signInAgain()
    await world.keep()
    const startedAt = performance.now()
    await untilDone(world, sql, [await world.ask(token.id, `yield/${coupon.couponId}/pay`, {}, randomUUID())])
    const tookMs = performance.now() - startedAt
    if ((await readCoupon())?.status !== 'PAID') throw new Error('the coupon is not paid')
    const [lines] = await sql`select count(*)::int as many from token_payout_lines where token_id = ${token.id}`
    if (lines?.many !== holders) throw new Error(`${lines?.many} of ${holders} were paid`)
    const { bareMs, gas } = await bareRun()
    console.log(
      `  a coupon for ${holders} holders: ${(tookMs / 1_000).toFixed(1)} s, bare ${(bareMs / 1_000).toFixed(1)} s: ${(tookMs / bareMs).toFixed(2)} times;` +
        ` ${(Number(gas) / holders).toFixed(0)} gas for each; load ${loadavg()[0]?.toFixed(1)}`,
    )
  })
}

async function issue(world: TokenWorld) {
  const days = { firstCouponDate: await world.dayAfter(60), maturityDate: await world.dayAfter(400) }
  const terms = { annualRate: 12, couponInterval: 3, dayCount: 'ACT_365', faceValuePerToken: 1, gracePeriod: 5 }
  const kind = { assetClass: 'BOND', tokenType: 'YIELD_BEARING' }
  return world.active({ ...PLAIN, ...kind, yieldParams: { ...terms, ...days, callable: false } })
}

async function hold(world: TokenWorld, sql: postgres.Sql, { id, addresses }: { id: string; addresses: Address[] }) {
  const parts = Array.from({ length: addresses.length / LINES }, (_, n) => addresses.slice(n * LINES, (n + 1) * LINES))
  const registered = []
  for (const part of parts) {
    const wallets = part.map((address) => ({ address, investorId: address }))
    registered.push(await world.ask(id, 'wallets', { wallets }, randomUUID()))
  }
  await untilDone(world, sql, registered)
  const minted = []
  for (const part of parts)
    minted.push(await world.ask(id, 'mint', { items: part.map((to) => ({ to, amount: '1000' })) }, randomUUID()))
  await untilDone(world, sql, minted)
}

/** Registered and minted now, so that its record time lies behind it; paid when it is called. */
async function prepareBare(world: TokenWorld, addresses: Address[]) {
  const { token, send } = await openBare(world)
  const calls = splitIntoCalls(addresses)
  await send(
    token,
    calls.map(({ some }) =>
      encodeRegister(
        some,
        some.map((address) => investorKeyOf('bare', address)),
      ),
    ),
  )
  await send(
    token,
    calls.map(({ some }) =>
      encodeBatchMint(
        some,
        some.map(() => 10n ** 9n),
      ),
    ),
  )
  const { timestamp } = await world.chain.rpc.getBlock()
  return async () => {
    const bareFrom = performance.now()
    let gas = await send(token, [encodeRecordCoupon(1, Number(timestamp), RATE)])
    const funds = await world.chain.rpc.readContract({
      address: getAddress(token),
      abi: yieldTokenAbi,
      functionName: 'requiredFunds',
      args: [1n],
    })
    gas += await send(world.payment, [encodeApprove(token, funds)])
    gas += await send(token, [encodeFund(1)])
    gas += await send(
      token,
      calls.map(({ some }) => encodePayHolders(1, some)),
    )
    return { bareMs: performance.now() - bareFrom, gas }
  }
}
