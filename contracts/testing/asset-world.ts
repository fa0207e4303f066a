import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  createWalletClient,
  decodeErrorResult,
  getAddress,
  getContract,
  type Hex,
  http,
  keccak256,
  pad,
  parseEther,
  parseEventLogs,
  publicActions,
  type TransactionReceipt,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import { startAnvil } from '@/dev/chains/anvil'
import { deployAssetFactory } from '@/dev/chains/deploy-assets'
import { rpc } from '@/dev/chains/rpc'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findFreePort } from '@/dev/free-port'
import { assetFactoryAbi } from '../generated/asset-factory'
import { hostilePaymentAbi, hostilePaymentBytecode } from '../generated/hostile-payment'
import { yieldTokenAbi } from '../generated/yield-token'

const CHAIN_ID = 31337

export type AssetParams = {
  name: string
  symbol: string
  decimals: number
  admin: Address
  maxHolders: bigint
  maxPerInvestor: bigint
  lockUpSeconds: bigint
  yieldBearing: boolean
  paymentToken: Address
}

/**
 * Who sends a transaction: the chain signs for everybody. Gas estimated before time is set would not do at that time.
 */
export const by = (account: Address) => ({ account, chain: null, gas: 10_000_000n })
export const investor = (name: string): Hex => pad(toHex(name))
export const newSalt = (): Hex => keccak256(generatePrivateKey())

/** A chain of one test file with the asset factory, and the short words its tests use. */
export async function openAssetWorld() {
  const base = await openChain()
  const { client, newWallet, mined } = base
  const factory = getContract({
    address: await deployAssetFactory({ rpcUrl: base.rpcUrl }),
    abi: assetFactoryAbi,
    client,
  })

  const assetAt = (address: Address) => getContract({ address, abi: yieldTokenAbi, client })

  /** A payment token, honest by default. */
  async function newPayment() {
    const deployed = await mined(
      client.deployContract({ ...by(await newWallet()), abi: hostilePaymentAbi, bytecode: hostilePaymentBytecode }),
    )
    if (!deployed.contractAddress) throw new Error('no payment token')
    return getContract({ address: getAddress(deployed.contractAddress), abi: hostilePaymentAbi, client })
  }

  async function paramsOf(fields: Partial<AssetParams> = {}): Promise<AssetParams> {
    const none = {
      maxHolders: 0n,
      maxPerInvestor: 0n,
      lockUpSeconds: 0n,
      yieldBearing: false,
      paymentToken: zeroAddress,
    }
    return { name: 'Green bond', symbol: 'GRN', decimals: 6, admin: await newWallet(), ...none, ...fields }
  }

  /** A new asset, its parameters as wanted and no limits besides. Has no yield unless it gets a payment token. */
  async function newAsset(fields: Partial<AssetParams> = {}) {
    const yieldBearing = fields.paymentToken !== undefined
    const params = await paramsOf({ yieldBearing, ...fields })
    const salt = newSalt()
    const address = await factory.read.predictAsset([params, salt])
    await mined(factory.write.createAsset([params, salt], by(await newWallet())))
    const asset = assetAt(address)
    const { admin } = params
    const register = (wallets: readonly Address[], investors: readonly Hex[]) =>
      mined(asset.write.registerWallets([wallets, investors], by(admin)))

    /** A wallet of a new investor, or of the named one, with that many units. */
    async function newHolder(units = 0n, name: string = newSalt().slice(0, 20)): Promise<Address> {
      const wallet = await newWallet()
      await register([wallet], [investor(name)])
      if (units > 0n) await mined(asset.write.mint([wallet, units], by(admin)))
      return wallet
    }
    return {
      asset,
      admin,
      params,
      register,
      newHolder,
      mint: (to: Address, units: bigint) => mined(asset.write.mint([to, units], by(admin))),
    }
  }

  return { ...base, factory, assetAt, newPayment, paramsOf, newAsset }
}
export type AssetWorld = Awaited<ReturnType<typeof openAssetWorld>>

/** The events of an asset in a transaction, without `Transfer` and `Approval`. */
export function eventsOf(receipt: TransactionReceipt) {
  const logs = parseEventLogs({ abi: yieldTokenAbi, logs: receipt.logs })
  return logs.flatMap(({ eventName, args }) =>
    eventName === 'Transfer' || eventName === 'Approval' ? [] : [{ event: eventName, ...args }],
  )
}

async function openChain() {
  const home = mkdtempSync(join(tmpdir(), 'slipway-assets-'))
  const anvil = await startAnvil({ chainId: CHAIN_ID, port: await findFreePort(), logFile: join(home, 'log') })
  const transport = http(anvil.rpcUrl, { batch: true })
  const client = createWalletClient({ transport, pollingInterval: 20 }).extend(publicActions)
  const test = createTestClient({ mode: 'anvil', transport })
  await rpc(anvil.rpcUrl, 'anvil_autoImpersonateAccount', [true])

  const receiptOf = async (hash: Promise<Hex>) => waitForReceipt(client, await hash, { pollMs: 20 })

  async function mined(hash: Promise<Hex>): Promise<TransactionReceipt> {
    const receipt = await receiptOf(hash)
    if (receipt.status !== 'success') throw new Error(`${receipt.transactionHash} reverted`)
    return receipt
  }

  return {
    client,
    test,
    rpcUrl: anvil.rpcUrl,
    mined,
    /** The name of the error that a transaction ends in; null when it succeeds. */
    async refusal(hash: Promise<Hex>): Promise<string | null> {
      const { status, transactionHash } = await receiptOf(hash)
      return status === 'success' ? null : readRefusal(anvil.rpcUrl, transactionHash)
    },
    /** With coins for gas. */
    async newWallet(): Promise<Address> {
      const address = privateKeyToAddress(generatePrivateKey())
      await test.setBalance({ address, value: parseEther('100') })
      return address
    },
    /** The time of the newest block, in seconds. */
    now: async () => (await client.getBlock()).timestamp,
    /** A block so many seconds after the newest. */
    async pass(seconds: bigint) {
      await test.setNextBlockTimestamp({ timestamp: (await client.getBlock()).timestamp + seconds })
      await test.mine({ blocks: 1 })
    },
    async close() {
      await anvil.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const trace = z.object({ output: z.custom<Hex>((value) => typeof value === 'string').default('0x') })

/** The name of the error that a mined transaction ended in. */
async function readRefusal(rpcUrl: string, hash: Hex): Promise<string> {
  const { output } = trace.parse(await rpc(rpcUrl, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]))
  return decodeErrorResult({ abi: yieldTokenAbi, data: output }).errorName
}
