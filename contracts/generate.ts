import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileSource, SETTINGS, soliditySources } from './compile'
import { toModule } from './to-module'

const FOLDER = import.meta.dirname
const MODULES = join(FOLDER, '..', 'node_modules')
const OUT = join(FOLDER, 'generated')
/** Holds the hash of the sources and of the modules made from them: compiling takes seconds, comparing does not. */
const MARK = 'sources.sha256'

/** Brings `contracts/generated` to what the Solidity sources say. Does nothing when they are what it was made from. */
export function generateContracts(): void {
  if (isGenerated()) return
  const modules = new Map(moduleSources().map((source) => [moduleName(source), contractModule(source)]))
  mkdirSync(OUT, { recursive: true })
  for (const name of readdirSync(OUT)) if (!modules.has(name)) rmSync(join(OUT, name))
  for (const [name, text] of modules) writeFileSync(join(OUT, name), text)
  writeFileSync(join(OUT, MARK), currentMark())
}

/** Whether `contracts/generated` holds what was made from these sources, unchanged since. */
export function isGenerated(): boolean {
  const mark = join(OUT, MARK)
  return existsSync(mark) && readFileSync(mark, 'utf8') === currentMark()
}

/** The text of the module of one source. */
export function contractModule(source: string): string {
  return toModule(source, compileSource(source))
}

/** Lists the sources that get a module. Sources in a folder `parts` are only imported by others and get none. */
export function moduleSources(): string[] {
  return soliditySources().filter((source) => !source.includes('/parts/'))
}

/** The file name of the module of one source. */
export function moduleName(source: string): string {
  return `${basename(source, '.sol')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()}.ts`
}

function currentMark(): string {
  const files = [...soliditySources(), 'compile.ts', 'to-module.ts'].map((name) => join(FOLDER, name))
  const versions = ['solc', '@openzeppelin/contracts'].map((name) => join(MODULES, name, 'package.json'))
  const modules = existsSync(OUT) ? readdirSync(OUT).filter((name) => name !== MARK) : []
  const hash = createHash('sha256').update(JSON.stringify(SETTINGS))
  for (const file of [...files, ...versions, ...modules.sort().map((name) => join(OUT, name))]) {
    hash.update(`\0${basename(file)}\0`).update(readFileSync(file))
  }
  return `${hash.digest('hex')}\n`
}

if (process.argv[1] === import.meta.filename) generateContracts()
