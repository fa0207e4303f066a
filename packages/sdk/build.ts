import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const FOLDER = import.meta.dirname
const DIST = join(FOLDER, 'dist')
const ENTRIES = ['index', 'webhooks']

rmSync(DIST, { recursive: true, force: true })
for (const [format, extension] of [
  ['esm', '.js'],
  ['cjs', '.cjs'],
] as const) {
  await build({
    entryPoints: ENTRIES.map((name) => join(FOLDER, 'src', `${name}.ts`)),
    outdir: DIST,
    outExtension: { '.js': extension },
    bundle: true,
    format,
    // Errors are of one class, whichever entry threw them.
    splitting: format === 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  })
}
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
execFileSync(process.execPath, [compiler, '-p', FOLDER], { stdio: 'inherit' })
nameTypes(DIST)

/** Node's resolution requires extensions in the types, and other ones for `require`. */
function nameTypes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.d.ts')) continue
    const path = join(folder, entry)
    const text = readFileSync(path, 'utf8')
    const withExtension = (extension: string) =>
      text.replaceAll(/(from|import\()\s*'(\.[^']*)'/g, `$1 '$2${extension}'`)
    writeFileSync(path.replace(/\.ts$/, '.cts'), withExtension('.cjs'))
    writeFileSync(path, withExtension('.js'))
  }
}
