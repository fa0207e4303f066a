import { type Address, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import type { ArrivalDecisionKind } from '@/schemas/payments/stablecoins/contract'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createPayer, type Payer, receiptsOf } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { decideArrival } from './decide-arrival'
import {
  arrivalsAt,
  bookedUnits,
  listUnmatchedDeposits,
  openOnChains,
  takeToken,
  until,
} from './stablecoin-world.test-data'

export const ASKED = 31_000_000_000n
export const [ADA, BEN] = [anyOperator(), anyOperator()]

/** A chain whose blocks a test removes, with a new payer for each test. Call it once in a file. */
export function openRevertedWorld() {
  let engine: EngineWorld
  let payer: Payer
  /** The booked balance of the payment addresses before a test. */
  let before = 0n
  const currency = () => `${CHAIN_ID}:${engine.chain.cngn.address}` as const

  beforeAll(async () => {
    engine = await openEngineWorld({ confirmations: 3 })
    await takeToken({ ...engine.chain.cngn, chainId: CHAIN_ID, peg: 'NGN' })
  })
  beforeEach(async () => {
    payer = await createPayer()
    before = await bookedUnits(`chain.${CHAIN_ID}_deposits`, currency())
  })
  afterAll(() => engine.close())

  async function signTransfer(to: string, units: bigint): Promise<Hex> {
    const { rpc, cngn } = engine.chain
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Address, units] })
    const request = await rpc.prepareTransactionRequest({ chain: null, to: cngn.address, data, type: 'eip1559' })
    return rpc.account.signTransaction({ ...request, chainId: CHAIN_ID, type: 'eip1559' })
  }

  return {
    get engine() {
      return engine
    },
    get payer() {
      return payer
    },

    /**
     * Books a deposit that was final by the chain's rule, then removes it from the chain. `meanwhile` runs between the
     * quote and the deposit.
     */
    async paidAndGone(units: bigint, { expiryAt, meanwhile }: { expiryAt?: Date; meanwhile?: () => unknown } = {}) {
      const { chain } = engine
      const { paymentId, accounts } = await openOnChains(payer, { expiryAt })
      await meanwhile?.()
      const [account] = accounts
      if (!account) throw new Error('no account')
      await chain.holdMining()
      const revert = await chain.snapshot()
      const raw = await signTransfer(account.address, units)
      await chain.rpc.sendRawTransaction({ serializedTransaction: raw })
      await chain.test.mine({ blocks: 5 })
      await until(CHAIN_ID, async () => expect(await receiptsOf(paymentId)).toHaveLength(1))
      await revert()
      await chain.test.mine({ blocks: 6 })
      const isReverted = async () => expect(await arrivalsAt(account.walletId)).toMatchObject([{ state: 'REVERTED' }])
      await until(CHAIN_ID, isReverted)
      const [arrival] = await arrivalsAt(account.walletId)
      return { ...account, raw, arrivalId: arrival?.depositId ?? '' }
    },

    /** Moves the same transaction into another block. */
    async comesAgain(gone: { raw: Hex; walletId: string | null }, states: string[]): Promise<string> {
      await engine.chain.rpc.sendRawTransaction({ serializedTransaction: gone.raw })
      await engine.chain.test.mine({ blocks: 5 })
      const read = async () => (await arrivalsAt(gone.walletId)).map(({ state }) => state)
      await until(CHAIN_ID, async () => expect(await read()).toEqual(states))
      return (await arrivalsAt(gone.walletId)).at(-1)?.depositId ?? ''
    },

    /** Expects that the books grew since the test began by what the chain holds at this payment address. */
    async expectAgreed(address: string): Promise<void> {
      const gained = before - (await bookedUnits(`chain.${CHAIN_ID}_deposits`, currency()))
      expect(gained).toBe(await engine.chain.tokenBalance(address))
      expect(await ledgerDrift(workerCtx().db)).toEqual([])
    },

    /** The money that the platform lost, as booked. */
    lost: () => bookedUnits('fees.reverted', currency()),
  }
}

export const decide = (kind: ArrivalDecisionKind, arrivalId: string, who = ADA) =>
  inOperator(who, (ctx) => decideArrival(ctx, { kind, arrivalId, reason: 'the chain broke its rule' }))

export async function decideByTwo(kind: ArrivalDecisionKind, arrivalId: string) {
  expect(await decide(kind, arrivalId)).toEqual({ state: 'proposed' })
  await expect(decide(kind, arrivalId)).rejects.toThrow('Another person')
  expect(await decide(kind, arrivalId, BEN)).toEqual({ state: 'done' })
  await expect(decide(kind, arrivalId)).rejects.toThrow()
}

export const unmatchedDeposits = () => inOperatorReading(ADA, (ctx) => listUnmatchedDeposits(ctx))
