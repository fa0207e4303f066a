import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { operationView } from '@/schemas/tokens/operations/contract'
import { runPump } from '@/server/testing/local-solana'
import { someone } from '@/server/testing/solana-world'
import { openSolanaTokenWorld, type SolanaTokenWorld, solanaBond } from './solana-token-world.test-data'

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

test('holders at the record time are paid even if the index reads only after their tokens moved on', async () => {
  const [before, then] = [someone(), someone()]
  const bond = await world.active(solanaBond('TIME'))
  await world.done(bond.id, 'wallets', {
    wallets: [
      { address: before, investorId: 'a' },
      { address: then, investorId: 'b' },
    ],
  })
  await world.done(bond.id, 'mint', { to: before, amount: '10' })
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  const coupon = await world.firstCoupon(bond.id)

  /** Sends a transfer and waits until it is final, without letting the index read. */
  async function moveUnseen(from: string, to: string) {
    const answer = await world.ask(bond.id, 'transfer', { from, to, amount: '10', forced: true })
    const [id] = operationView.parse(answer.data).transactionIds
    const statusOf = async () => {
      await runPump()
      return (await world.client.get(`/v1/wallet/transaction/${id}`)).data
    }
    await expect.poll(statusOf, { timeout: 60_000, interval: 50 }).toMatchObject({ status: 'COMPLETED' })
    return answer
  }
  await world.travelTo(`${coupon.recordDate}T23:30:00Z`)
  await moveUnseen(before, then)
  await world.travelTo(`${coupon.payDate}T00:10:00Z`)
  const back = await moveUnseen(then, before)
  expect((await world.ended(bond.id, back)).status).toBe('COMPLETED')
  await world.keptUntil(bond.id, 'RECORDED')

  const { numerator, denominator } = coupon.dayCountFraction
  const owed = (10n * 100_000_000n * 12n * BigInt(numerator)) / (100n * BigInt(denominator))
  await world.done(bond.id, `yield/${coupon.couponId}/pay`)
  expect(await world.solana.tokenBalance('USDC', then)).toBe(owed)
  expect(await world.solana.tokenBalance('USDC', before)).toBe(0n)
  expect((await world.firstCoupon(bond.id)).status).toBe('PAID')
  expect(await world.onChain(bond.contractAddress, before)).toEqual({ units: 10_000_000n, isFrozen: false })
})
