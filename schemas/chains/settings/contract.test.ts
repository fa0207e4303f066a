import { expect, test } from 'vitest'
import { type ChainSettings, compareSettings, describeChange } from './contract'

const SETTINGS: ChainSettings = {
  name: 'Base',
  explorerUrl: 'https://basescan.org',
  confirmations: 10,
  finality: 'depth',
  gasPolicy: 'debited',
  feeCap: '2000',
  l1Fee: 'op-stack',
  bumpAfterBlocks: 3,
  blockTimeMs: 2_000,
  laneWindow: 16,
  isActive: true,
}

test.each([
  [{ confirmations: 9 }, ['confirmations']],
  [{ confirmations: 11 }, []],
  [{ finality: 'safe' }, ['finality']],
  [{ finality: 'finalized' }, []],
  [{ gasPolicy: 'sponsored' }, ['gasPolicy']],
  [{ l1Fee: 'none' }, ['l1Fee']],
  [{ feeCap: '2000.000000001' }, ['feeCap']],
  [{ feeCap: '999.9' }, []],
  // The default, on Solana.
  [{ feeCap: '0' }, ['feeCap']],
  [{ isActive: false, name: 'Base One', laneWindow: 8 }, []],
] as const)('%o of a mainnet takes a second person for %o', (change, risky) => {
  const pair = { from: SETTINGS, to: { ...SETTINGS, ...change }, network: 'MAINNET' } as const
  expect(compareSettings(pair)).toEqual({ changed: expect.arrayContaining(Object.keys(change)), risky })
})

test.each([
  ['MAINNET', ['isActive']],
  ['TESTNET', []],
] as const)('switching a %s on takes a second person for %o', (network, risky) => {
  expect(compareSettings({ from: { ...SETTINGS, isActive: false }, to: SETTINGS, network }).risky).toEqual(risky)
})

test('a change is told by what each setting was and becomes', () => {
  const change = { from: { confirmations: 12, isActive: true }, to: { confirmations: 20, isActive: false } }
  expect(describeChange(change)).toBe('Confirmations: 12 → 20; Serving: yes → no')
})
