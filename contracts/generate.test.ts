import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { size } from 'viem'
import { expect, test } from 'vitest'
import { someOf } from '@/server/testing/proof'
import { compileSource } from './compile'
import { contractModule, isGenerated, moduleName, moduleSources } from './generate'
import { erc20Selectors, erc20Topics } from './generated/erc20'
import { toModule } from './to-module'

const GENERATED = join(import.meta.dirname, 'generated')

test('the modules in the repository are those made from these sources, unchanged since', () => {
  const there = readdirSync(GENERATED).filter((name) => name.endsWith('.ts'))
  expect(there.sort()).toEqual(moduleSources().map(moduleName).sort())
  expect(isGenerated()).toBe(true)
})

test.each(someOf(moduleSources(), 3))(
  'the module of %s is what its source compiles to',
  { timeout: 180_000 },
  (source) => {
    expect(readFileSync(join(GENERATED, moduleName(source)), 'utf8')).toBe(contractModule(source))
  },
)

test('a module names methods by their selectors and events by their topics', () => {
  expect(erc20Selectors['transfer(address,uint256)']).toBe('0xa9059cbb')
  expect(erc20Topics['Transfer(address,address,uint256)']).toBe(
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  )
})

test('an interface has no code, a contract with immutables none that is sure to be at its address', () => {
  const [erc20] = compileSource('interfaces/Erc20.sol')
  expect(erc20).toMatchObject({ name: 'Erc20', bytecode: null, runtimeBytecode: null })
  const [delegate] = compileSource('SlipwayDelegate.sol')
  expect(delegate).toMatchObject({ name: 'SlipwayDelegate', runtimeBytecode: null })
  expect(size(delegate?.bytecode ?? '0x')).toBeGreaterThan(1_000)
})

test('a module has what its contracts have, and nothing else', () => {
  const bare = { name: 'TakesAll', abi: [], bytecode: '0x60', runtimeBytecode: '0x61' } as const
  expect(toModule('testing/TakesAll.sol', [bare]).match(/export const \w+/g)).toEqual([
    'export const takesAllAbi',
    'export const takesAllBytecode',
    'export const takesAllRuntimeBytecode',
  ])
})
