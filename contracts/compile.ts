import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'

const SOURCES = import.meta.dirname
const MODULES = join(SOURCES, '..', 'node_modules')
const OUT = join(SOURCES, '..', 'dist', 'contracts')

const settings = {
  optimizer: { enabled: true, runs: 10_000 },
  // Not the newest: every chain of the registry runs it.
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

const contractOutput = z.object({
  abi: z.array(z.unknown()),
  evm: z.object({ bytecode: z.object({ object: z.string() }) }),
})
const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z.record(z.string(), z.record(z.string(), contractOutput)).default({}),
})

type Found = { contents: string } | { error: string }
type Compile = (input: string, options: { import: (path: string) => Found }) => string
const compiler = z.object({ compile: z.custom<Compile>((value) => typeof value === 'function') })

/** Compiles every contract of this folder to dist/contracts/<Name>.json, unless nothing changed since the last time. */
export function compileContracts(): { folder: string; compiled: boolean } {
  const names = readdirSync(SOURCES).filter((name) => name.endsWith('.sol'))
  const sources = Object.fromEntries(
    names.map((name) => [name, { content: readFileSync(join(SOURCES, name), 'utf8') }]),
  )
  const hash = hashOf({ sources, settings })
  const mark = join(OUT, '.hash')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return { folder: OUT, compiled: false }

  // Required only here: the compiler is 10 MB of WebAssembly.
  const { compile } = compiler.parse(createRequire(import.meta.url)('solc'))
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = compilerOutput.parse(JSON.parse(compile(input, { import: findImport })))
  const failures = output.errors.filter((error) => error.severity === 'error')
  if (failures.length > 0) throw new Error(failures.map((error) => error.formattedMessage).join('\n'))

  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  for (const [contract, { abi, evm }] of names.flatMap((name) => Object.entries(output.contracts[name] ?? {}))) {
    writeFileSync(
      join(OUT, `${contract}.json`),
      JSON.stringify({ contract, abi, bytecode: `0x${evm.bytecode.object}` }),
    )
  }
  writeFileSync(mark, hash)
  return { folder: OUT, compiled: true }
}

function hashOf(input: object): string {
  const versions = ['solc', '@openzeppelin/contracts'].map((name) =>
    readFileSync(join(MODULES, name, 'package.json'), 'utf8'),
  )
  return createHash('sha256')
    .update(JSON.stringify([input, versions]))
    .digest('hex')
}

function findImport(path: string): Found {
  const file = [join(SOURCES, path), join(MODULES, path)].find((candidate) => existsSync(candidate))
  return file ? { contents: readFileSync(file, 'utf8') } : { error: `${path} not found` }
}

if (process.argv[1] === import.meta.filename) compileContracts()
