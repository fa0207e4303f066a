import type { ChainType } from '@/server/text/chain-type'

/** BIP-44 path of a wallet under its business's seed. */
export function derivationPath(chainType: ChainType, addressIndex: number): string {
  return chainType === 'EVM' ? `${EVM_PARENT_PATH}/${addressIndex}` : `${SOLANA_PARENT_PATH}/${addressIndex}'/0'`
}

export const EVM_PARENT_PATH = "m/44'/60'/0'/0"
export const SOLANA_PARENT_PATH = "m/44'/501'"
