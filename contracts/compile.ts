import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { z } from 'zod'

const FOLDER = import.meta.dirname
const MODULES = join(FOLDER, '..', 'node_modules')

export type Contract = {
  name: string
  abi: Abi
  /** Creation code; null of an interface. */
  bytecode: Hex | null
  /** The code a chain has at the contract's address, where no constructor changes it. */
  runtimeBytecode: Hex | null
}

/** Settings of the compiler: whatever changes here changes the addresses of the delegate and of the asset factory. */
export const SETTINGS = {
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
} as const

const OUTPUT = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences']

const code = z.string().transform((digits): Hex | null => (digits === '' ? null : `0x${digits}`))
const contractOutput = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  evm: z.object({
    bytecode: z.object({ object: code }),
    deployedBytecode: z.object({ object: code, immutableReferences: z.record(z.string(), z.unknown()).default({}) }),
  }),
})
const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z.record(z.string(), z.record(z.string(), contractOutput)).default({}),
})

type Found = { contents: string } | { error: string }
type Compile = (input: string, options: { import: (path: string) => Found }) => string
const compiler = z.object({ compile: z.custom<Compile>((value) => typeof value === 'function') })

/** Every Solidity source of this folder, as a path from it. */
export function soliditySources(): string[] {
  const all = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  return all
    .filter((name) => name.endsWith('.sol'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
}

/**
 * The contracts that one source declares. Each source is compiled separately: the code of one must not depend on which
 * others there are.
 */
export function compileSource(source: string): Contract[] {
  // Required only here: the compiler is 10 MB of WebAssembly.
  const { compile } = compiler.parse(createRequire(import.meta.url)('solc'))
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: readFileSync(join(FOLDER, source), 'utf8') } },
    settings: { ...SETTINGS, evmVersion: evmVersionOf(source), outputSelection: { [source]: { '*': OUTPUT } } },
  }
  const output = compilerOutput.parse(JSON.parse(compile(JSON.stringify(input), { import: findImport })))
  const failures = output.errors.filter((error) => error.severity === 'error')
  if (failures.length > 0) throw new Error(failures.map((error) => error.formattedMessage).join('\n'))
  return Object.entries(output.contracts[source] ?? {}).map(([name, { abi, evm }]) => {
    const { object, immutableReferences } = evm.deployedBytecode
    const isWhole = Object.keys(immutableReferences).length === 0
    return { name, abi, bytecode: evm.bytecode.object, runtimeBytecode: isWhole ? object : null }
  })
}

/** Run on any chain, also on one that got no new instructions for years. */
const ON_EVERY_CHAIN = ['assets/', 'TransferProbe.sol']

/** One for all chains, or addresses would differ. The delegate needs EIP-7702 anyway. */
function evmVersionOf(source: string): 'paris' | 'cancun' {
  return ON_EVERY_CHAIN.some((start) => source.startsWith(start)) ? 'paris' : 'cancun'
}

function findImport(path: string): Found {
  const file = [join(FOLDER, path), join(MODULES, path)].find((candidate) => existsSync(candidate))
  return file ? { contents: readFileSync(file, 'utf8') } : { error: `${path} not found` }
}
