import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { tokens, tokenWallets } from '@/db/schema'
import type { WalletBalances } from '@/schemas/wallets/balances/contract'
import { type Chain, listChains } from '@/server/chains/registry'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { findPrice } from '@/server/prices/find-price'
import { isTestnetsOnly } from '@/server/projects/is-testnets-only'
import type { ChainType } from '@/server/text/chain-type'
import { getWallet } from '@/server/wallets/get-wallet'
import { getWalletByIndex } from '@/server/wallets/get-wallet-by-index'
import type { Holdings } from './holdings'
import { readEvmHoldings } from './read-evm-holdings'
import { readPlatformUnits } from './read-platform-units'
import { readSolanaHoldings } from './read-solana-holdings'
import { type ChainHoldings, type Prices, toWalletBalances } from './view'

/** The current balances of a wallet of the business, on each chain of its type. Throws not_found, forbidden. */
export async function getBalancesByIndex(
  ctx: TenantCtx,
  walletRef: { chainType: ChainType; addressIndex: number },
): Promise<WalletBalances> {
  const { address, chainType } = await getWalletByIndex(ctx, walletRef)
  return balancesOf(ctx, { address, chainType })
}

/** Reads balances by the wallet's id, also of tokens that the business issued. Throws not_found. */
export async function getBalances(ctx: TenantCtx, walletId: string): Promise<WalletBalances> {
  const { address, chainType } = await getWallet(ctx, walletId)
  return balancesOf(ctx, { address, chainType, issued: await listIssued(ctx, address) })
}

type BalancesInput = { address: string; chainType: ChainType; issued?: readonly IssuedToken[] }

async function balancesOf(ctx: TenantCtx, { address, chainType, issued = [] }: BalancesInput): Promise<WalletBalances> {
  const served = await balanceChains(ctx, chainType)
  const chains = served.map((chain) => withIssued(chain, issued))
  const [found, prices] = await Promise.all([holdingsOn(chains, [address]), pricesOf(served)])
  return toWalletBalances(address, found, prices)
}

/** A token that the platform also knows has its price, and is listed once. */
function withIssued(chain: Chain, issued: readonly IssuedToken[]): Chain {
  const supported = new Set(chain.tokens.map(({ address }) => address))
  const more = issued.filter(({ chainId, address }) => chainId === chain.chainId && !supported.has(address))
  return { ...chain, tokens: [...chain.tokens, ...more] }
}

/** The chains that are served; for a project limited to testnets, the test chains. */
export async function balanceChains(
  { projectId }: Pick<TenantCtx, 'projectId'>,
  chainType: ChainType,
): Promise<Chain[]> {
  const testnetsOnly = projectId !== null && (await isTestnetsOnly(projectId))
  return (await listChains())
    .filter((chain) => chain.chainType === chainType && chain.rpcUrls.length > 0)
    .filter(({ network }) => !testnetsOnly || network === 'TESTNET')
    .sort((one, other) => one.chainId - other.chainId)
}

/** The balances of the caller's wallets by their addresses, and the part of them that the platform put there. */
export function holdingsOn(chains: readonly Chain[], addresses: readonly string[]): Promise<ChainHoldings[]> {
  return Promise.all(
    chains.map(async (chain) => {
      const holdings = await findHoldings(chain, addresses)
      // After the balances, so that none includes a top-up that is not known; top-ups are rows of the platform.
      const platformUnits =
        holdings && chain.chainType === 'EVM' ? await readPlatformUnits(workerCtx(), chain, holdings) : NONE
      return { chain, holdings, platformUnits }
    }),
  )
}

const NONE: ReadonlyMap<string, bigint> = new Map()

export async function pricesOf(chains: readonly Chain[]): Promise<Prices> {
  const symbols = new Set(chains.flatMap(({ nativeSymbol, tokens }) => [nativeSymbol, ...tokens.map((t) => t.symbol)]))
  const found = await Promise.all([...symbols].map(async (symbol) => [symbol, await findPrice(symbol)] as const))
  return new Map(found.flatMap(([symbol, price]) => (price ? [[symbol, price.priceE8] as const] : [])))
}

/** The maximum time that a caller waits for a slow node. */
const MAX_WAIT_MS = 3_000
const READERS = { EVM: readEvmHoldings, SOLANA: readSolanaHoldings } satisfies Record<Chain['chainType'], unknown>

type Known = { readAt: number; holdings: Holdings }
const memory = () => lruPerProcess<Known>('holdings', { max: 5_000 })

/**
 * The balances of these addresses on a chain, cached for the time of a block; null if the chain does not answer in
 * time. Never a guess: null means unknown.
 */
async function findHoldings(chain: Chain, addresses: readonly string[]): Promise<Holdings | null> {
  const key = [chain.chainId, ...chain.tokens.map(({ address }) => address), ...addresses].join(' ')
  const cached = memory().get(key)
  if (cached && Date.now() - cached.readAt < chain.blockTimeMs) return cached.holdings
  const readAt = Date.now()
  const reading = READERS[chain.chainType](chain, addresses).catch(() => null)
  const holdings = await Promise.race([reading, wait(MAX_WAIT_MS, null, { ref: false })])
  if (!holdings) return null
  memory().set(key, { readAt, holdings })
  return holdings
}

/** In the form of a token that the platform knows. */
type IssuedToken = Chain['tokens'][number] & { isIssued: true }

const MAX_TOKENS = 50

/** The tokens of the business that an address holds by our index. They have no price, whatever their ticker is. */
async function listIssued({ db, businessId }: TenantCtx, address: string): Promise<IssuedToken[]> {
  const rows = await db
    .select({
      id: tokens.id,
      chainId: tokens.chainId,
      address: tokens.contractAddress,
      symbol: tokens.ticker,
      decimals: tokens.decimals,
      createdAt: tokens.createdAt,
    })
    .from(tokens)
    .innerJoin(tokenWallets, and(eq(tokenWallets.tokenId, tokens.id), eq(tokenWallets.address, address)))
    .where(
      and(
        eq(tokens.businessId, businessId),
        eq(tokenWallets.businessId, businessId),
        gt(tokenWallets.balanceUnits, 0n),
      ),
    )
    .orderBy(tokens.ticker, tokens.id)
    .limit(MAX_TOKENS)
  return rows.map((row) => ({ ...row, isActive: true, isIssued: true as const }))
}
