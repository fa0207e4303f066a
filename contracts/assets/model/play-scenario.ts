import {
  type Address,
  decodeAbiParameters,
  decodeErrorResult,
  getAddress,
  getContract,
  type Hex,
  pad,
  parseEventLogs,
  slice,
} from 'viem'
import { expect } from 'vitest'
import { assetDriverAbi, assetDriverBytecode } from '../../generated/asset-driver'
import { yieldTokenAbi } from '../../generated/yield-token'
import { type AssetWorld, by } from '../../testing/asset-world'
import { newYieldAsset } from '../../testing/yield-asset'
import { errorSelector } from '../error-selector'
import { applyOperation } from './apply-operation'
import { ADMIN, type AssetModel, newAssetModel, refusalOf } from './asset-model'
import { expectSameState } from './expect-same-state'
import type { Operation, Outcome } from './operation'
import { operationStep } from './operation-step'
import { type Batch, type Scenario, WALLETS } from './operations'

const MONEY = 10n ** 24n
/** The gas limit of one transaction on chains today (EIP-7825). */
const GAS = 16_777_216n
const NO_REASON = pad('0x', { size: 4 })

/** Wallets that execute many calls in one transaction. */
export async function newDriver({ client, mined, newWallet }: AssetWorld) {
  const master = await newWallet()
  const deployment = {
    ...by(master),
    abi: assetDriverAbi,
    bytecode: assetDriverBytecode,
    args: [BigInt(WALLETS)],
  } as const
  const { contractAddress } = await mined(client.deployContract(deployment))
  if (!contractAddress) throw new Error('no driver')
  const driver = getContract({ address: contractAddress, abi: assetDriverAbi, client })
  const indexes = Array.from({ length: WALLETS }, (_, index) => BigInt(index))
  return { driver, master, wallets: await Promise.all(indexes.map((index) => driver.read.actors([index]))) }
}
type Driver = Awaited<ReturnType<typeof newDriver>>

/** The numbers of successful and of refused operations, by kind. */
export type Tally = Map<Operation['kind'], { done: number; refused: number }>

/** Plays a scenario on a new asset and on the model, and expects the same of both all the way. Adds to the tally. */
export async function playScenario(
  world: AssetWorld,
  { driver, tally }: { driver: Driver; tally: Tally },
  { limits, batches }: Scenario,
): Promise<void> {
  const { wallets } = driver
  const admin = getAddress(wallets[ADMIN] ?? '0x')
  const { asset, payment } = await newYieldAsset(world, { ...limits, admin })
  await world.test.setBalance({ address: admin, value: 10n ** 20n })
  await world.mined(payment.write.mint([admin, MONEY], by(admin)))
  await world.mined(payment.write.approve([asset.address, 2n ** 256n - 1n], by(admin)))
  const model = newAssetModel(limits, WALLETS, MONEY)
  model.time = await world.now()
  const site = { asset: asset.address, payment: payment.address, wallets }
  for (const batch of batches) {
    await playBatch(world, { driver, tally, model, site, batch })
    model.past.push({ time: model.time, balances: model.wallets.map(({ balance }) => balance) })
    await expectSameState(model, { asset, payment, wallets })
  }
}

type Play = {
  driver: Driver
  tally: Tally
  model: AssetModel
  site: { asset: Address; payment: Address; wallets: readonly Address[] }
  batch: Batch
}

async function playBatch(world: AssetWorld, { driver: { driver, master }, tally, model, site, batch }: Play) {
  model.time += BigInt(batch.wait)
  const steps = batch.operations.map((operation) => operationStep(operation, site, model.time))
  await world.test.setNextBlockTimestamp({ timestamp: model.time })
  const { logs } = await world.mined(driver.write.run([steps], { ...by(master), gas: GAS }))
  const ends = parseEventLogs({ abi: assetDriverAbi, eventName: 'Done', logs })
  expect(ends).toHaveLength(batch.operations.length)
  for (const [index, { args }] of ends.entries()) {
    const operation = batch.operations[index]
    if (!operation) throw new Error('more ends than operations')
    const predicted = predictionOf(model, operation)
    const outcome = applyOperation(model, operation)
    count(tally, operation.kind, outcome)
    expect({ operation, ...endOf(args, outcome) }).toEqual({ operation, ...outcome })
    expect({ operation, predicted: args.answers.map(toAnswer) }).toEqual({ operation, predicted })
  }
}

function count(tally: Tally, kind: Operation['kind'], { error }: Outcome): void {
  const { done, refused } = tally.get(kind) ?? { done: 0, refused: 0 }
  tally.set(kind, error === null ? { done: done + 1, refused } : { done, refused: refused + 1 })
}

/** The answers that an asset has to give to `refusalOf` and `canTransfer` right before an operation. */
function predictionOf(model: AssetModel, operation: Operation): string[] {
  const { kind } = operation
  if (kind !== 'transfer' && kind !== 'mint' && kind !== 'spend') return []
  const { to, amount } = operation
  const reason = refusalOf(model, { from: kind === 'mint' ? null : operation.from, to, amount })
  const answer = reason === null ? NO_REASON : errorSelector(reason)
  // Two answers of ERC-7943 do not apply: mints are none of its transfers.
  return [answer, String(kind !== 'mint' && (reason === null || reason === 'InsufficientBalance'))]
}

/** The first is asked for an error's selector, the second for yes or no. */
function toAnswer(word: Hex, index: number): string {
  return index === 0 ? slice(word, 0, 4) : String(BigInt(word) === 1n)
}

function endOf({ done, result }: { done: boolean; result: Hex }, expected: Outcome): Outcome {
  if (!done) return { error: decodeErrorResult({ abi: yieldTokenAbi, data: result }).errorName }
  if (!expected.reasons) return { error: null }
  const [reasons] = decodeAbiParameters([{ type: 'bytes4[]' }], result)
  return { error: null, reasons: reasons.map(nameOf) }
}

function nameOf(reason: Hex): string | null {
  return reason === NO_REASON ? null : decodeErrorResult({ abi: yieldTokenAbi, data: reason }).errorName
}
