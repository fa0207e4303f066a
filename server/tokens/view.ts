import type { chains, StoredYieldParams, tokens } from '@/db/schema'
import type { TokenView } from '@/schemas/tokens/contract'
import { ASSET_CLASSES, DAY_COUNTS } from '@/schemas/tokens/words'
import { formatAmount } from '@/server/money/amount'
import { majorNumber } from '@/server/money/major-number'

type TokenRow = typeof tokens.$inferSelect
type Related = {
  chain: Pick<typeof chains.$inferSelect, 'code' | 'network'>
  /** The hash of its deployment; null until that is signed. */
  txHash: string | null
}

/** A token as `/v1` and the portal show it. Throws if its row is invalid. */
export function toTokenView(row: TokenRow, { chain, txHash }: Related): TokenView {
  return {
    id: row.id,
    projectId: row.projectId,
    chain: chain.code,
    network: chain.network,
    chainId: row.chainId,
    status: row.status,
    ticker: row.ticker,
    name: row.name,
    price: majorNumber(row.priceMicros, 6),
    decimals: row.decimals,
    assetClass: known(ASSET_CLASSES, row.assetClass),
    tokenType: row.tokenType,
    maxShareholders: row.maxShareholders,
    maxTokensPerInvestor: majorNumber(row.maxPerInvestorUnits, row.decimals),
    lockUpDuration: row.lockUpSeconds,
    yieldParams: row.yieldParams && toYieldParams(row.yieldParams),
    contractAddress: row.contractAddress,
    tokenAdmin: row.adminAddress,
    totalSupply: formatAmount(row.totalSupplyUnits, row.decimals),
    holderCount: row.holderCount,
    operationRef: row.operationId,
    txHash,
    documents: row.documents.map(({ title, url }) => ({ title, url })),
    reference: row.reference ?? undefined,
    metadata: row.metadata ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The yield parameters in the format of the API. */
export function toYieldParams(stored: StoredYieldParams) {
  return {
    annualRate: Number(stored.annualRate),
    maturityDate: stored.maturityDate,
    firstCouponDate: stored.firstCouponDate,
    couponInterval: stored.couponInterval,
    dayCount: known(DAY_COUNTS, stored.dayCount),
    faceValuePerToken: Number(stored.faceValuePerToken),
    gracePeriod: stored.gracePeriod,
    callable: stored.callable,
    callDate: stored.callDate,
    paymentToken: stored.paymentToken,
  }
}

function known<T extends string>(names: readonly T[], name: string): T {
  const found = names.find((one) => one === name)
  if (found === undefined) throw new TypeError(`${name} is not one of ${names.join(', ')}`)
  return found
}
