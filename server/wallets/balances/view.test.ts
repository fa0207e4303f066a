import { expect, test } from 'vitest'
import type { WalletBalances } from '@/schemas/wallets/balances/contract'
import { toWorth } from './view'

const WALLET = '019a6b3e-1f02-7c55-9d3e-6b7a8c9d0e1f'

function holding(network: 'MAINNET' | 'TESTNET', valueUsd: string | null) {
  const asset = {
    symbol: 'ETH',
    tokenAddress: null,
    decimals: 18,
    amount: '1',
    units: '1',
    platformUnits: '0',
    valueUsd,
  }
  return { chainId: 1, network, blockNumber: 1, assets: [asset] }
}
const worthOf = (balances: Partial<WalletBalances>) =>
  toWorth(WALLET, { address: '0x', chains: [], unavailable: [], ...balances })

test('what lies on test networks is no money, and said apart', () => {
  const chains = [holding('MAINNET', '12.50'), holding('TESTNET', '3000.00'), holding('MAINNET', '0.25')]
  const worth = { walletId: WALLET, valueUsd: '12.75', isPartial: false, testnetUsd: '3000.00' }
  expect(worthOf({ chains })).toEqual(worth)
})

test('what is not known of a mainnet makes it partial, of a test network it does not', () => {
  const missing = (network: 'MAINNET' | 'TESTNET') => ({ unavailable: [{ chainId: 1, network, tokenAddress: null }] })
  expect(worthOf({ chains: [holding('TESTNET', null)] }).isPartial).toBe(false)
  expect(worthOf(missing('TESTNET')).isPartial).toBe(false)
  expect(worthOf({ chains: [holding('MAINNET', null)] }).isPartial).toBe(true)
  expect(worthOf(missing('MAINNET')).isPartial).toBe(true)
})
