import type { ChainView } from '@/schemas/wallets/contract'

/** A chain to send on, with two tokens. */
export const BASE_SEPOLIA: ChainView = {
  chainId: 84532,
  code: 'BASE',
  name: 'Base Sepolia',
  chainType: 'EVM',
  network: 'TESTNET',
  nativeSymbol: 'ETH',
  nativeDecimals: 18,
  explorerUrl: '',
  gasPolicy: 'sponsored',
  isAvailable: true,
  tokens: [
    { symbol: 'cNGN', address: '0xC', decimals: 6 },
    { symbol: 'USDC', address: '0xU', decimals: 6 },
  ],
}
