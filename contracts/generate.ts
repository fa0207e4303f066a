import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileSource, SETTINGS, soliditySources } from './compile'
import { toModule } from './to-module'

const FOLDER = import.meta.dirname
const MODULES = join(FOLDER, '..', 'node_modules')
const OUT = join(FOLDER, 'generated')
/** Of what the modules were made from: compiling takes seconds, comparing does not. */
const MARK = 'sources.sha256'

/** Brings `contracts/generated` to what the Solidity sources say. Does nothing when they are what it was made from. */
export function generateContracts(): void {
  const mark = join(OUT, MARK)
  const hash = `${hashOfSources()}\n`
  const isWhole = moduleSources().every((source) => existsSync(join(OUT, moduleName(source))))
  if (isWhole && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  const modules = contractModules()
  mkdirSync(OUT, { recursive: true })
  for (const name of readdirSync(OUT)) if (!modules.has(name)) rmSync(join(OUT, name))
  for (const [name, text] of modules) writeFileSync(join(OUT, name), text)
  writeFileSync(mark, hash)
}

/** What `contracts/generated` consists of: a module for each source, by file name. */
export function contractModules(): Map<string, string> {
  return new Map(moduleSources().map((source) => [moduleName(source), toModule(source, compileSource(source))]))
}

/** What stands in a folder `parts` is only a piece of other contracts. */
function moduleSources(): string[] {
  return soliditySources().filter((source) => !source.includes('/parts/'))
}

function moduleName(source: string): string {
  return `${basename(source, '.sol')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()}.ts`
}

function hashOfSources(): string {
  const files = [...soliditySources(), 'compile.ts', 'to-module.ts'].map((name) => join(FOLDER, name))
  const versions = ['solc', '@openzeppelin/contracts'].map((name) => join(MODULES, name, 'package.json'))
  const hash = createHash('sha256').update(JSON.stringify(SETTINGS))
  for (const file of [...files, ...versions]) hash.update(`\0${basename(file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

if (process.argv[1] === import.meta.filename) generateContracts()
