import { z } from 'zod'
import { makeWallets } from '@/e2e/faults/fresh-wallets'
import { firstChain, type Stage } from '@/e2e/faults/scenario'
import { type Bond, datesOf, drawHolders, FUNDS, toAmount, travelTo } from '@/e2e/faults/tokens/bond'
import { callUntilAnswered } from '@/e2e/faults/tokens/call-until-answered'
import { checkBond } from '@/e2e/faults/tokens/check-bond'
import { countTokens } from '@/e2e/faults/tokens/count-tokens'
import { grantPlan } from '@/e2e/faults/tokens/grant-plan'
import { issueBody, nothingOpen } from '@/e2e/faults/tokens/play-bond'

/** A bond of a drill: issued before the backup, minted across it, its coupon paid after it. */
type BondLoad = {
  issue: () => Promise<void>
  /** Accepted, and carried out when something runs that does. */
  mint: () => Promise<void>
  pay: () => Promise<void>
  /** The caller repeats what it asked for after the backup. */
  again: () => Promise<void>
  check: () => Promise<string[]>
}

const HOLDERS = 4
const issued = z.object({ id: z.string(), contractAddress: z.string(), operationRef: z.string() })
const opened = z.object({ operationRef: z.string().optional() })

export function planBond(stage: Stage): BondLoad {
  const { api, random, stack } = stage
  const { sql } = stack
  const chain = firstChain(stage)
  const name = `drill-bond-${random.between(0, 999_999_999)}`
  let bond: Bond | null = null
  const made = () => {
    if (!bond) throw new Error('the bond was not issued')
    return bond
  }
  const ask = async (path: string, body: unknown, key: string) => {
    const answer = await callUntilAnswered(api, { path, body, key: `${name}-${key}` })
    // The chain shows that the coupon is paid, whatever the database knows of who asked for it.
    if (answer.status > 202 && answer.code !== 'coupon_done')
      throw new Error(`${path}: ${answer.status} ${answer.code}`)
    return answer.data
  }
  const open = async (what: string, body: unknown) => {
    const { operationRef } = opened.parse((await ask(`/v1/tokens/${made().id}/${what}`, body, what)) ?? {})
    if (operationRef) made().operations.add(operationRef)
  }
  const done = async (what: string) => {
    if (!(await nothingOpen(sql, made().id))) throw new Error(`${what} does not end`)
  }
  const askForPayment = async () => {
    const [coupon] = await sql<{ id: string }[]>`
      select id from token_payouts where token_id = ${made().id} and index = 1`
    if (!coupon) throw new Error('the bond has no coupon')
    await open(`yield/${coupon.id}/pay`, {})
  }
  return {
    async issue() {
      await grantPlan(stage)
      const [admin = ''] = await makeWallets(api, 1)
      await chain.reader.fund([admin], FUNDS)
      const dates = await datesOf(chain)
      const { id, contractAddress, operationRef } = issued.parse(
        await ask('/v1/tokens', issueBody(chain, { admin, ...dates }), 'issue'),
      )
      const holders = drawHolders(random, HOLDERS)
      bond = { id, contractAddress, admin, holders, payDate: dates.payDate, operations: new Set([operationRef]) }
      await done('the deployment')
      const wallets = [...holders.keys()].map((address, n) => ({ address, investorId: `investor-${n}` }))
      await open('wallets', { wallets })
      await done('the registration')
    },
    async mint() {
      await open('mint', { items: [...made().holders].map(([to, units]) => ({ to, amount: toAmount(units) })) })
    },
    async pay() {
      await done('the mint')
      await travelTo(chain, made().payDate)
      await askForPayment()
      await done('the coupon')
    },
    async again() {
      await done('the mint')
      // Its first payment was forgotten with the operation.
      const kept = await sql<{ id: string }[]>`select id from token_operations where token_id = ${made().id}`
      const known = new Set(kept.map(({ id }) => id))
      for (const id of made().operations) if (!known.has(id)) made().operations.delete(id)
      await askForPayment()
      await done('the repeated coupon')
    },
    check: async () => checkBond({ sql, chain, bond: made(), tokensIssued: await countTokens(stage) }),
  }
}
