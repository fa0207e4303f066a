import type { wallets } from '@/db/schema/wallets'
import type { ChainView, NewWalletView, WalletView } from '@/schemas/wallets/contract'
import type { Chain } from '@/server/chains/registry'

type WalletRow = typeof wallets.$inferSelect

export function toWalletView(row: WalletRow, businessName: string): WalletView {
  return {
    id: row.id,
    businessName,
    address: row.address,
    chainType: row.chainType,
    purpose: row.purpose,
    derivationPath: row.derivationPath,
    addressIndex: row.addressIndex,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    label: row.label,
    reference: row.reference ?? undefined,
    metadata: row.metadata,
    boundProjectId: row.boundProjectId,
  }
}

export function toNewWalletView(
  row: Pick<WalletRow, 'address' | 'chainType' | 'isActive' | 'addressIndex'> & { reference?: string | null },
): NewWalletView {
  const { address, chainType, isActive, addressIndex, reference } = row
  return { address, chainType, isActive, addressIndex, reference: reference ?? undefined }
}

export function toChain(chain: Chain): ChainView {
  return {
    chainId: chain.chainId,
    code: chain.code,
    name: chain.name,
    chainType: chain.chainType,
    network: chain.network,
    nativeSymbol: chain.nativeSymbol,
    nativeDecimals: chain.nativeDecimals,
    explorerUrl: chain.explorerUrl,
    gasPolicy: chain.gasPolicy,
    isAvailable: chain.rpcUrls.length > 0,
    tokens: chain.tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals })),
  }
}
