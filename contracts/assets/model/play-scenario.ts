import {
  type Address,
  decodeAbiParameters,
  decodeErrorResult,
  getAddress,
  getContract,
  type Hex,
  parseEventLogs,
  toFunctionSelector,
} from 'viem'
import { expect } from 'vitest'
import { assetDriverAbi, assetDriverBytecode } from '../../generated/asset-driver'
import { yieldTokenAbi } from '../../generated/yield-token'
import { type AssetWorld, by } from '../asset-world'
import { newYieldAsset } from '../yield-asset'
import { applyOperation } from './apply-operation'
import { ADMIN, type AssetModel, newAssetModel, refusalOf } from './asset-model'
import { expectSameState } from './expect-same-state'
import type { Operation, Outcome } from './operation'
import { operationStep } from './operation-step'
import { type Batch, type Scenario, WALLETS } from './operations'

const MONEY = 10n ** 24n
/** What one transaction may take on chains today (EIP-7825). */
const GAS = 16_777_216n
const NO_REASON: Hex = '0x00000000'

/** Wallets that do what they are told, many things in one transaction. */
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

/** Plays a scenario on a new asset and on the model, and expects the same of both all the way. Gives how many operations that were. */
export async function playScenario(world: AssetWorld, driver: Driver, { limits, batches }: Scenario): Promise<number> {
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
    await playBatch(world, { driver, model, site, batch })
    model.past.push({ time: model.time, balances: model.wallets.map(({ balance }) => balance) })
    await expectSameState(model, { asset, payment, wallets })
  }
  return batches.reduce((count, { operations }) => count + operations.length, 0)
}

type Play = {
  driver: Driver
  model: AssetModel
  site: { asset: Address; payment: Address; wallets: readonly Address[] }
  batch: Batch
}

async function playBatch(world: AssetWorld, { driver: { driver, master }, model, site, batch }: Play): Promise<void> {
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
    expect({ operation, ...endOf(args, outcome) }).toEqual({ operation, ...outcome })
    expect({ operation, predicted: args.answers.map(toAnswer) }).toEqual({ operation, predicted })
  }
}

/** What an asset has to answer to `refusalOf` and `canTransfer` right before an operation. */
function predictionOf(model: AssetModel, operation: Operation): string[] {
  const { kind } = operation
  if (kind !== 'transfer' && kind !== 'mint' && kind !== 'spend') return []
  const { to, amount } = operation
  const reason = refusalOf(model, { from: kind === 'mint' ? null : operation.from, to, amount })
  const answer = reason === null ? NO_REASON : toFunctionSelector(`${reason}()`)
  return [answer, reason === null || reason === 'InsufficientBalance' ? '0x00000001' : NO_REASON]
}

/** A bytes4 stands at the front of its word, a boolean at the end. */
function toAnswer(word: Hex): string {
  return word.endsWith('1') ? `0x${word.slice(-8)}` : word.slice(0, 10)
}

function endOf({ done, result }: { done: boolean; result: Hex }, wanted: Outcome): Outcome {
  if (!done) return { error: decodeErrorResult({ abi: yieldTokenAbi, data: result }).errorName }
  if (!wanted.reasons) return { error: null }
  const [reasons] = decodeAbiParameters([{ type: 'bytes4[]' }], result)
  return { error: null, reasons: reasons.map(nameOf) }
}

function nameOf(reason: Hex): string | null {
  return reason === NO_REASON ? null : decodeErrorResult({ abi: yieldTokenAbi, data: reason }).errorName
}
