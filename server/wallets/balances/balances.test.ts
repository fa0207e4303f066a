import { createRequire } from 'node:module'
import { and, eq } from 'drizzle-orm'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lruPerProcess } from '@/db/lru-per-process'
import { oncePerProcess } from '@/db/once-per-process'
import {
  chainTokens,
  lanes,
  priceSources,
  rpcEndpoints,
  tokens,
  tokenWallets,
  transactions,
  wallets,
} from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { type WalletBalances, walletBalancesView } from '@/schemas/wallets/balances/contract'
import { forgetChains } from '@/server/chains/registry'
import { inTenantReading, inWorker, workerCtx } from '@/server/ctx'
import { findPrice } from '@/server/prices/find-price'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { asOwner } from '@/server/testing/as-owner'
import { fillTokens } from '@/server/testing/fill-tokens'
import { first } from '@/server/testing/first'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'
import { getBalances } from './get-balances'
import { listWorth } from './list-worth'

const PATH = '/v1/wallet/hd/address-index/0/balances'
const MULTICALL: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
const NOBODY = '0x00000000000000000000000000000000000000AB'

openDatabase()
let chain: LocalChain
let client: WalletClient
let address: Hex

beforeAll(async () => {
  chain = await startLocalChain()
  client = await walletClient()
  const [wallet] = await inTenantWithSeed(client.tenant, (ctx) =>
    createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }),
  )
  address = wallet?.address as Hex
  await workerCtx()
    .db.insert(priceSources)
    .values({ symbol: 'ETH', source: 'fixed', fixedE8: 2_000n * 10n ** 8n })
    .onConflictDoUpdate({ target: priceSources.symbol, set: { source: 'fixed', fixedE8: 2_000n * 10n ** 8n } })
  await chain.test.setBalance({ address, value: parseEther('1.5') })
  await chain.fundToken(address, 2_500_000n)
})
afterAll(() => chain.stop())

beforeEach(() => {
  lruPerProcess('holdings', { max: 5_000 }).clear()
  oncePerProcess('multicall', () => new Map()).clear()
  forgetChains()
})

async function balances(): Promise<WalletBalances> {
  const { code, data } = await client.get(PATH)
  expect(code).toBe(200)
  return walletBalancesView.parse(data)
}
const held = ({ chains }: WalletBalances) =>
  chains.flatMap(({ assets }) => assets.map(({ symbol, amount, units }) => [symbol, amount, units]))

async function worthOfAll() {
  const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  return inTenantReading(client.tenant, (ctx) =>
    listWorth(
      ctx,
      rows.map(({ id }) => id),
    ),
  )
}

async function deployMulticall(): Promise<void> {
  const load = createRequire(import.meta.url)
  const { multicall3Bytecode }: { multicall3Bytecode: Hex } = load(
    '../../../node_modules/viem/_cjs/constants/contracts.js',
  )
  const hash = await chain.rpc.deployContract({ abi: [], bytecode: multicall3Bytecode, chain: null })
  const { contractAddress } = await waitForReceipt(chain.rpc, hash)
  const code = await chain.rpc.getCode({ address: contractAddress ?? '0x' })
  await chain.test.setCode({ address: MULTICALL, bytecode: code ?? '0x' })
}

test('a wallet’s coins and known tokens are told exactly, for the block they were read at', async () => {
  const before = await chain.rpc.getBlockNumber()
  const found = await balances()
  expect(found).toMatchObject({ address, unavailable: [], chains: [{ chainId: CHAIN_ID, network: 'TESTNET' }] })
  expect(found.chains[0]?.blockNumber).toBeGreaterThanOrEqual(Number(before))
  const price = await findPrice('cNGN')
  expect(found.chains[0]?.assets.slice(0, 2)).toEqual([
    {
      symbol: 'ETH',
      tokenAddress: null,
      decimals: 18,
      amount: '1.5',
      units: '1500000000000000000',
      platformUnits: '0',
      valueUsd: '3000.00',
    },
    expect.objectContaining({
      symbol: 'cNGN',
      tokenAddress: chain.cngn.address,
      decimals: 6,
      amount: '2.5',
      units: '2500000',
      platformUnits: '0',
    }),
  ])
  expect(found.chains[0]?.assets[1]?.valueUsd === null).toBe(price === null)
})

test('by one call of a multicall contract they are the same', async () => {
  const byBatch = await balances()
  await deployMulticall()
  lruPerProcess('holdings', { max: 5_000 }).clear()
  oncePerProcess('multicall', () => new Map()).clear()
  const byCall = await balances()
  expect(held(byCall)).toEqual(held(byBatch))
  await chain.fundToken(address, 1n)
  lruPerProcess('holdings', { max: 5_000 }).clear()
  expect(held(await balances())[1]).toEqual(['cNGN', '2.500001', '2500001'])
})

test.each([true, false])(
  'a token whose contract does not answer is missing, and said to be so (multicall: %s)',
  async (has) => {
    if (!has) await chain.test.setCode({ address: MULTICALL, bytecode: '0x' })
    const row = { chainId: CHAIN_ID, symbol: 'GONE', address: NOBODY, decimals: 18 }
    await workerCtx().db.insert(chainTokens).values(row)
    forgetChains()
    const found = await balances()
    await workerCtx().db.delete(chainTokens).where(eq(chainTokens.symbol, 'GONE'))
    expect(found.unavailable).toEqual([{ chainId: CHAIN_ID, network: 'TESTNET', tokenAddress: NOBODY }])
    expect(held(found).map(([symbol]) => symbol)).not.toContain('GONE')
    expect(held(found)).not.toEqual([])
  },
)

test('a list says what a wallet is worth, and apart what lies on a test network', async () => {
  const [worth] = await worthOfAll()
  expect(worth).toMatchObject({ valueUsd: '0.00', isPartial: false })
  expect(Number(worth?.testnetUsd)).toBeGreaterThanOrEqual(3_000)
  expect(await worthOfAll()).toEqual([worth])
})

test('a chain that does not answer is named, never shown as empty', async () => {
  await addRpcEndpoint(1, 'http://127.0.0.1:1')
  forgetChains()
  const found = await balances()
  const [worth] = await worthOfAll()
  await workerCtx().db.delete(rpcEndpoints).where(eq(rpcEndpoints.chainId, 1))
  expect(found.unavailable).toEqual([{ chainId: 1, network: 'MAINNET', tokenAddress: null }])
  expect(found.chains.map(({ chainId }) => chainId)).toEqual([CHAIN_ID])
  expect(worth?.isPartial).toBe(true)
})

test('what the platform put there for gas is not the owner’s: it stands beside the amount and is worth nothing to them', async () => {
  const { db } = workerCtx()
  const of = and(eq(lanes.address, address), eq(lanes.chainId, CHAIN_ID))
  const [wallet] = await db.select().from(wallets).where(eq(wallets.address, address))
  const wanted = { chainId: CHAIN_ID, walletId: wallet?.id ?? '', businessId: client.businessId, address }
  await db.insert(lanes).values({ ...wanted, gasFloatUnits: parseEther('0.25') })
  const coin = async () => {
    lruPerProcess('holdings', { max: 5_000 }).clear()
    return (await balances()).chains[0]?.assets[0]
  }
  expect(await coin()).toMatchObject({
    amount: '1.25',
    units: parseEther('1.25').toString(),
    platformUnits: parseEther('0.25').toString(),
    valueUsd: '2500.00',
  })
  const [worth] = await worthOfAll()
  expect(Number(worth?.testnetUsd)).toBeLessThan(3_000)

  // Gas that a block took came out of it already; a top-up counts from its block on.
  const head = await chain.rpc.getBlockNumber()
  const mined = { stage: 'mined', receiptSucceeded: true, blockNumber: head } as const
  const spent = { ...pendingRow(wanted), ...mined, laneWalletId: wanted.walletId, feeWei: parseEther('0.05') }
  const topUp = {
    ...pendingRow(wanted),
    type: 'GAS_TOPUP',
    toAddress: address,
    amountUnits: parseEther('0.3'),
  } as const
  await db.insert(transactions).values([spent, { ...topUp, ...mined }])
  expect(await coin()).toMatchObject({ amount: '1', platformUnits: parseEther('0.5').toString() })

  await db
    .update(lanes)
    .set({ gasFloatUnits: parseEther('9') })
    .where(of)
  expect(await coin()).toMatchObject({ amount: '0', platformUnits: parseEther('1.5').toString() })
  await asOwner((owner) => owner`delete from transactions`)
  await db.delete(lanes).where(of)
})

function pendingRow({ chainId, walletId, businessId, address: fromAddress }: typeof lanes.$inferInsert) {
  return {
    businessId,
    walletId,
    chainId,
    fromAddress,
    type: 'TRANSFER' as const,
    chainType: 'EVM' as const,
    network: 'TESTNET' as const,
    signerType: 'BUSINESS_HD' as const,
    addressIndex: 0,
    toAddress: NOBODY,
    amountUnits: 0n,
    decimals: 18,
  }
}

test('the portal adds own tokens that the wallet holds, each once and without a price under any name', async () => {
  const wallet = first(await workerCtx().db.select().from(wallets).where(eq(wallets.address, address)))
  const issued = chain.cngn.address
  const { projectId, businessId } = wallet
  if (projectId === null) throw new Error('the wallet was made in no project')
  await inWorker(async (ctx) => {
    const { tokenId } = await fillTokens(ctx, { businessId, projectId, walletId: wallet.id })
    await ctx.db.update(tokens).set({ contractAddress: issued, ticker: 'ETH' }).where(eq(tokens.id, tokenId))
    await ctx.db.insert(tokenWallets).values({ tokenId, businessId, address, balanceUnits: 1n })
  })
  const assetsOf = async () => {
    const { chains } = await inTenantReading(client.tenant, (ctx) => getBalances(ctx, wallet.id))
    return chains.flatMap(({ assets }) => assets).filter(({ tokenAddress }) => tokenAddress === issued)
  }
  expect(await assetsOf()).toMatchObject([{ symbol: 'cNGN' }])
  const known = eq(chainTokens.address, issued)
  await workerCtx().db.update(chainTokens).set({ isActive: false }).where(known)
  forgetChains()
  const units = String(await chain.tokenBalance(address))
  expect(await assetsOf()).toMatchObject([{ symbol: 'ETH', units, valueUsd: null }])
  // `/v1` has the tokens of the platform only.
  expect(held(await balances()).map(([symbol]) => symbol)).toEqual(['ETH', 'USDC'])
  await workerCtx().db.update(chainTokens).set({ isActive: true }).where(known)
})
