import { expect, test } from 'vitest'
import { offeredChains } from './offered-chains'

const chains = [
  { chainId: 101, network: 'MAINNET', isAvailable: true },
  { chainId: 103, network: 'TESTNET', isAvailable: true },
  { chainId: 137, network: 'MAINNET', isAvailable: false },
  { chainId: 84_532, network: 'TESTNET', isAvailable: true },
] as const
const idsOf = (offer: Partial<Parameters<typeof offeredChains>[1]>) =>
  offeredChains(chains, { testnetsOnly: false, networks: null, ...offer }).map(({ chainId }) => chainId)

test('testnets come first, and a chain that cannot be reached is not offered', () => {
  expect(idsOf({})).toEqual([103, 84_532, 101])
  expect(idsOf({ mainnetsFirst: true })).toEqual([101, 103, 84_532])
})

test('the network switch narrows', () => {
  expect(idsOf({ networks: 'MAINNET' })).toEqual([101])
  expect(idsOf({ networks: 'TESTNET' })).toEqual([103, 84_532])
})

test('a project that is limited to testnets is offered no mainnet, whatever the switch says', () => {
  expect(idsOf({ testnetsOnly: true })).toEqual([103, 84_532])
  expect(idsOf({ testnetsOnly: true, networks: 'MAINNET' })).toEqual([103, 84_532])
})
