import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SWEEP_OUTDATED } from '@/server/chains/shortage-texts'
import { associatedAccount } from '@/server/chains/solana/associated-account'
import { PROGRAMS } from '@/server/chains/solana/programs'
import type { SolanaAccount } from '@/server/chains/solana/read-accounts'
import { propertyRuns } from '@/server/testing/proof'
import type { Queued } from './load-queue'
import { type PlanFacts, type Problem, planTransfers } from './plan-transfers'

const RENT = 890_880n
const ACCOUNT_RENT = 2_039_280n
const FEE = 10_000n
const address = (index: number) => base58.encode(new Uint8Array(32).fill(index + 1))
const uuid = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
const [FEE_PAYER, MINT, RECIPIENT] = [address(200), address(201), address(202)]
const token = { mint: MINT, programId: PROGRAMS.token }

function wallet(lamports: bigint): SolanaAccount {
  return { lamports, owner: PROGRAMS.system, isExecutable: false, data: new Uint8Array() }
}

function mint(): SolanaAccount {
  const data = Buffer.alloc(82)
  data[44] = 6
  data[45] = 1
  return { lamports: 1n, owner: PROGRAMS.token, isExecutable: false, data }
}

function holding(owner: string, units: bigint): SolanaAccount {
  const data = Buffer.alloc(165)
  data.set(base58.decode(MINT), 0)
  data.set(base58.decode(owner), 32)
  data.writeBigUInt64LE(units, 64)
  data[108] = 1
  return { lamports: ACCOUNT_RENT, owner: PROGRAMS.token, isExecutable: false, data }
}

function queued(index: number, from: number, amountUnits: bigint, tokenAddress: string | null): Queued {
  return {
    id: uuid(index),
    intentId: `${index}`,
    executedBy: null,
    businessId: uuid(0),
    type: 'TRANSFER',
    walletId: uuid(1_000 + from),
    seedId: uuid(0),
    fromAddress: address(from),
    addressIndex: from,
    toAddress: RECIPIENT,
    tokenAddress,
    amountUnits,
    decimals: tokenAddress ? 6 : 9,
    callData: null,
    isCancelled: false,
    expired: null,
    expiredPrice: null,
  }
}

const units = fc.bigInt({ min: 0n, max: 3_000_000n })
const world = fc.record({
  feePayer: fc.bigInt({ min: 0n, max: 20_000_000n }),
  wallets: fc.array(fc.record({ lamports: units, tokens: units, flyingNative: units, flyingTokens: units }), {
    minLength: 1,
    maxLength: 3,
  }),
  flyingFees: fc.bigInt({ min: 0n, max: 100_000n }),
  asked: fc.array(
    fc.record({
      from: fc.nat(),
      amount: fc.bigInt({ min: 1n, max: 2_000_000n }),
      isToken: fc.boolean(),
      /** What a sweep leaves in its wallet; 0 for a transfer. */
      leaves: fc.oneof(fc.constant(0n), units),
      /** What was free when the sweep of a rule was judged; null for others. */
      judged: fc.option(fc.record({ freeUnits: units, isOutdated: fc.boolean() })),
    }),
    {
      maxLength: 20,
    },
  ),
})

test('never plans more than the wallets and the fee payer have left, and puts each transfer into one list at most', () => {
  fc.assert(
    fc.property(world, ({ feePayer, wallets, flyingFees, asked }) => {
      const accounts = new Map<string, SolanaAccount | null>([
        [FEE_PAYER, wallet(feePayer)],
        [MINT, mint()],
        [RECIPIENT, wallet(RENT)],
      ])
      for (const [index, { lamports, tokens }] of wallets.entries()) {
        accounts.set(address(index), wallet(lamports))
        accounts.set(associatedAccount({ owner: address(index), ...token }), holding(address(index), tokens))
      }
      const flying = wallets.map(
        ({ flyingNative, flyingTokens }, index) =>
          [
            uuid(1_000 + index),
            {
              walletId: uuid(1_000 + index),
              count: flyingNative > 0n ? 1 : 0,
              nativeUnits: flyingNative,
              tokens: { [MINT]: flyingTokens },
            },
          ] as const,
      )
      const facts: PlanFacts = {
        feePayer: FEE_PAYER,
        accounts,
        inFlight: { wallets: new Map(flying), feePayerLamports: flyingFees },
        reserved: new Map(asked.flatMap(({ leaves }, n) => (leaves > 0n ? [[uuid(n), leaves] as const] : []))),
        judged: new Map(asked.flatMap(({ judged }, n) => (judged ? [[uuid(n), judged] as const] : []))),
        walletRent: RENT,
        rentOf: () => ACCOUNT_RENT,
        maxFeeLamports: FEE,
        maxCallFeeLamports: FEE,
      }
      const queue = asked.map(({ from, amount, isToken }, index) =>
        queued(index, from % wallets.length, amount, isToken ? MINT : null),
      )
      const plan = planTransfers(queue, facts)
      const cost = plan.send.reduce((sum, { rentLamports }) => sum + FEE + rentLamports, 0n)
      if (plan.send.length > 0) expect(feePayer - flyingFees - cost).toBeGreaterThanOrEqual(RENT)
      for (const [index, { lamports, tokens, flyingNative, flyingTokens }] of wallets.entries()) {
        const own = plan.send.filter(({ queued: { walletId } }) => walletId === uuid(1_000 + index))
        const sum = (tokenAddress: string | null) =>
          own.reduce((all, one) => all + (one.queued.tokenAddress === tokenAddress ? one.queued.amountUnits : 0n), 0n)
        const left = lamports - flyingNative - sum(null)
        if (sum(null) > 0n) expect(left === 0n || left >= RENT).toBe(true)
        if (sum(MINT) > 0n) expect(tokens - flyingTokens - sum(MINT)).toBeGreaterThanOrEqual(0n)
        // A sweep that leaves something goes alone, before the others of its wallet.
        for (const { queued: one } of own) {
          const leaves = facts.reserved.get(one.id)
          if (leaves === undefined) continue
          expect([own[0]?.queued.id, flyingNative]).toEqual([one.id, 0n])
          const held = one.tokenAddress === null ? lamports : tokens - flyingTokens
          expect(held - one.amountUnits).toBeGreaterThanOrEqual(leaves)
        }
        for (const [n, { queued: one }] of own.entries()) {
          const sweep = facts.judged.get(one.id)
          if (!sweep) continue
          const before = own.slice(0, n).filter(({ queued: { tokenAddress } }) => tokenAddress === one.tokenAddress)
          const sent = before.reduce((all, { queued: { amountUnits } }) => all + amountUnits, one.amountUnits)
          expect(sweep.isOutdated).toBe(false)
          expect(sent + (one.tokenAddress === null ? flyingNative : flyingTokens)).toBeLessThanOrEqual(sweep.freeUnits)
        }
        // With anything in flight, a shortage is not final. What is free is: the rule judges it again.
        const isShort = ({ queued: one, text }: Problem) =>
          one.walletId === uuid(1_000 + index) && text !== SWEEP_OUTDATED
        if (flyingNative > 0n) expect(plan.fail.filter(isShort)).toEqual([])
      }
      for (const { short } of plan.fail)
        if (short) {
          expect(short.availableUnits).toBeGreaterThanOrEqual(0n)
          expect(short.neededUnits).toBeGreaterThan(short.availableUnits)
        }
      const settled = [
        ...plan.send.map((one) => one.queued.id),
        ...plan.fail.map((one) => one.queued.id),
        ...plan.waiting.map((one) => one.id),
        ...plan.feePayerShort.map((one) => one.id),
      ]
      expect(new Set(settled).size).toBe(settled.length)
    }),
    propertyRuns(),
  )
})
