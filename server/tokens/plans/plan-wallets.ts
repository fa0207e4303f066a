import { and, eq } from 'drizzle-orm'
import { tokenWallets } from '@/db/schema'
import type { WalletLine } from '@/schemas/tokens/operations/contract'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { encodeFreeze, encodeRegister, encodeRemove, investorKeyOf } from '@/server/tokens/operations/asset-calls'
import { toContractRefusal } from '@/server/tokens/operations/error-codes'
import type { OperationPlan, PlannedCall, TokenRow } from '@/server/tokens/operations/plan'
import { splitIntoCalls } from '@/server/tokens/operations/plan'
import type { RefusablePlan } from '@/server/tokens/operations/prepare-operation'
import { freezeOnSolana, registerOnSolana, removeOnSolana } from '@/server/tokens/solana/wallets-on-solana'
import { loadToken } from './load-token'
import { readAddress, readHolder } from './read-fields'
import { NO_WEBHOOK } from './webhook-target'

type Register = { tokenId: string; lines: readonly WalletLine[]; isBatch: boolean }
/** A wallet with the data from the business. */
export type NewWallet = { address: string; investorId: string; label: string; country: string }
type RegisterPlan = OperationPlan & { wallets: NewWallet[] }

/** Plans to register one or many wallets as holders. Throws invalid, not_found, failed (state). */
export async function planRegister(tenant: Tenant, { tokenId, lines, isBatch }: Register): Promise<RegisterPlan> {
  const loaded = await loadToken(tenant, tokenId)
  const { token } = loaded
  const path = (line: number, name: string) => (isBatch ? `wallets.${line}.${name}` : name)
  const wallets = lines.map(({ address, investorId, label, country }, line) => ({
    address: readHolder(loaded, path(line, 'address'), address),
    investorId,
    label: label ?? '',
    country: country ?? '',
  }))
  requireOnce(wallets, (line) => path(line, 'address'))
  requireNotAdmin(token, wallets, (line) => path(line, 'address'))
  const items = wallets.map(({ address, investorId }) => ({ address, investorId }))
  const detail: OperationPlan['detail'] = isBatch
    ? { lines: lines.length }
    : { address: wallets[0]?.address ?? null, investorId: wallets[0]?.investorId ?? null }
  const rest = { ...loaded, kind: 'REGISTER' as const, detail, payoutId: null, items, wallets, ...NO_WEBHOOK }
  if (loaded.chain.chainType === 'SOLANA') return { ...rest, ...(await registerOnSolana(tenant, loaded, items)) }
  const calls = splitIntoCalls(wallets).map(({ first, some }) => {
    const keys = some.map(({ investorId }) => investorKeyOf(token.id, investorId))
    const data = encodeRegister(
      some.map(({ address }) => address),
      keys,
    )
    return lineCall(token, data, { first, count: some.length })
  })
  return { ...rest, calls }
}

type Remove = { tokenId: string; addresses: readonly string[]; isBatch: boolean }

/** Plans to remove registered wallets. Throws invalid, not_found, failed (state). */
export async function planRemove(tenant: Tenant, { tokenId, addresses, isBatch }: Remove): Promise<OperationPlan> {
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED', 'MATURED', 'REDEEMING', 'REDEEMED'])
  const { token } = loaded
  const path = (line: number) => (isBatch ? `addresses.${line}` : 'address')
  const items = addresses.map((text, line) => ({ address: readAddress(loaded, path(line), text) }))
  requireOnce(items, path)
  const detail = { lines: items.length }
  const rest = { ...loaded, kind: 'REMOVE' as const, detail, payoutId: null, items, ...NO_WEBHOOK }
  if (loaded.chain.chainType === 'SOLANA') return { ...rest, ...(await removeOnSolana(tenant, loaded, items)) }
  const calls = splitIntoCalls(items).map(({ first, some }) =>
    lineCall(token, encodeRemove(some.map(({ address }) => address)), { first, count: some.length }),
  )
  return { ...rest, calls }
}

type Freeze = { tokenId: string; address: string; frozen: boolean }

/**
 * Plans to freeze a wallet, which can then neither send nor receive, or to thaw it. Throws invalid, not_found, failed
 * (state).
 */
export async function planFreeze(tenant: Tenant, { tokenId, address, frozen }: Freeze): Promise<RefusablePlan> {
  const loaded = await loadToken(tenant, tokenId, ['ACTIVE', 'PAUSED', 'MATURED', 'REDEEMING', 'REDEEMED'])
  const { token } = loaded
  const wallet = readAddress(loaded, 'address', address)
  requireNotAdmin(token, [{ address: wallet }], () => 'address')
  const detail = { address: wallet, frozen }
  const rest = { ...loaded, kind: 'FREEZE' as const, detail, payoutId: null, items: [], ...NO_WEBHOOK }
  if (loaded.chain.chainType === 'SOLANA')
    return { ...rest, ...(await freezeOnSolana(tenant, loaded, { address: wallet, frozen })) }
  if (!(await isKnown(tenant, token.id, wallet)))
    return { ...rest, calls: [], earlyRefusal: toContractRefusal('not_registered') }
  const data = encodeFreeze([wallet], frozen)
  const call = { from: token.adminAddress, to: token.contractAddress, data, effect: null }
  return { ...rest, calls: [call] }
}

/** Whether the wallet is or was registered, or its registration is in progress. */
async function isKnown(tenant: Tenant, tokenId: string, address: string): Promise<boolean> {
  const [row] = await inTenantReading(tenant, ({ db, businessId }) =>
    db
      .select({ address: tokenWallets.address })
      .from(tokenWallets)
      .where(
        and(
          eq(tokenWallets.businessId, businessId),
          eq(tokenWallets.tokenId, tokenId),
          eq(tokenWallets.address, address),
        ),
      ),
  )
  return row !== undefined
}

type Paths = (line: number) => string

function requireOnce(lines: readonly { address: string }[], path: Paths): void {
  const seen = new Set<string>()
  for (const [line, { address }] of lines.entries()) {
    if (seen.has(address)) throw validationError([`${path(line)}: is given twice`])
    seen.add(address)
  }
}

function requireNotAdmin({ adminAddress }: TokenRow, lines: readonly { address: string }[], path: Paths): void {
  const line = lines.findIndex(({ address }) => address === adminAddress)
  if (line >= 0) throw validationError([`${path(line)}: is the tokenAdmin, who needs no registration`])
}

function lineCall(token: TokenRow, data: PlannedCall['data'], { first, count }: { first: number; count: number }) {
  const { adminAddress: from, contractAddress: to } = token
  return { from, to, data, effect: null, firstLine: first, lineCount: count }
}
