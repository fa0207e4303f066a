import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type BuildOptions, build, type OutputFile, type Plugin, version } from 'esbuild'
import { WHOLE_BUNDLE } from './node-bundle'

const ROOT = resolve(import.meta.dirname, '..')
/** Below the repository, where packages are found. */
const FOLDER = join(ROOT, 'dist', 'programs')
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1_000

/**
 * Bundles programs of the house, named by their entry files, for `node <file>`: a tenth to a third of the CPU that
 * `node --import tsx` takes to start. What is edited meanwhile changes nothing. The folder is named by what it holds,
 * so any number of processes may ask at once. A program whose sources have not changed is bundled once.
 */
export async function bundlePrograms<Name extends string>(
  entries: Record<Name, string>,
): Promise<Record<Name, string>> {
  const folder = await bundleInto({ entryPoints: entries })
  const names = Object.keys(entries) as Name[] // the keys of the object itself
  // as above
  return Object.fromEntries(names.map((name) => [name, join(folder, `${name}.mjs`)])) as Record<Name, string>
}

/** Bundles one program, as `bundlePrograms` does. Answers its file. */
export async function bundleProgram(entry: string): Promise<string> {
  return (await bundlePrograms({ program: entry })).program
}

/** Bundles a few lines of TypeScript that import from the root of the repository. Answers the file. */
export async function bundleScript(contents: string): Promise<string> {
  const folder = await bundleInto({ stdin: { contents, resolveDir: ROOT, loader: 'ts' } })
  return join(folder, 'stdin.mjs')
}

async function bundleInto(input: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<string> {
  const record = recordFile(input)
  const known = findBundled(record)
  if (known) return known
  const startedAt = Date.now()
  const { outputFiles, metafile } = await build({
    ...WHOLE_BUNDLE,
    ...input,
    absWorkingDir: ROOT,
    outdir: join(FOLDER, 'any'),
    plugins: [KEEP_PLACES],
    metafile: true,
    write: false,
  })
  const folder = join(FOLDER, nameOf(outputFiles))
  if (existsSync(folder)) touch(folder)
  else writeBundle(folder, outputFiles)
  const sources = Object.keys(metafile.inputs).filter(isSource)
  // What was edited meanwhile may have been read before.
  if (sources.every((source) => statSync(join(ROOT, source)).mtimeMs < startedAt))
    writeRecord(record, { folder: basename(folder), sources: hashesOf(sources) })
  return folder
}

/** The folder of a bundle, and the hash of each source that went into it, by its path from the repository. */
type BundleRecord = { folder: string; sources: Record<string, string | null> }

/** Named by everything that decides a bundle but its sources: the packages are those of the lock file. */
function recordFile(input: object): string {
  const settings = ['package-lock.json', 'tsconfig.json'].map((name) => hashOf(name))
  const hash = createHash('sha256').update(JSON.stringify([version, process.version, WHOLE_BUNDLE, input, settings]))
  return join(FOLDER, `${hash.digest('hex').slice(0, 32)}.json`)
}

function findBundled(file: string): string | null {
  const usedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  // Another process may be about to remove an old one.
  if (usedAt < Date.now() - UNUSED_AFTER_MS / 2) return null
  const { folder: name, sources }: BundleRecord = JSON.parse(readFileSync(file, 'utf8'))
  const folder = join(FOLDER, name)
  if (!existsSync(folder) || Object.entries(sources).some(([source, hash]) => hashOf(source) !== hash)) return null
  touch(folder)
  touch(file)
  return folder
}

function writeBundle(folder: string, files: readonly OutputFile[]): void {
  removeUnused()
  const beside = `${folder}-${randomUUID()}`
  mkdirSync(beside, { recursive: true })
  for (const { path, contents } of files) writeFileSync(join(beside, basename(path)), contents)
  try {
    renameSync(beside, folder)
  } catch (error) {
    // Another process has written the same contents meanwhile.
    rmSync(beside, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

function writeRecord(file: string, record: BundleRecord): void {
  const beside = `${file}-${randomUUID()}`
  writeFileSync(beside, JSON.stringify(record))
  renameSync(beside, file)
}

function isSource(path: string): boolean {
  return path !== '<stdin>' && !path.includes('node_modules/')
}

function hashesOf(sources: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(sources.map((source) => [source, hashOf(source)]))
}

/** Null for a file that does not exist. */
function hashOf(source: string): string | null {
  const file = join(ROOT, source)
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null
}

function touch(path: string): void {
  const now = new Date()
  utimesSync(path, now, now)
}

function nameOf(files: readonly OutputFile[]): string {
  const hash = createHash('sha256')
  for (const { path, contents } of files) hash.update(`\0${basename(path)}\0`).update(contents)
  return hash.digest('hex').slice(0, 32)
}

function removeUnused(): void {
  if (!existsSync(FOLDER)) return
  const oldest = Date.now() - UNUSED_AFTER_MS
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? oldest
    if (changed < oldest) rmSync(path, { recursive: true, force: true })
  }
}

/** A module that reads files beside it finds them where its source is. */
const KEEP_PLACES: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
      return { contents, loader: 'ts' }
    })
  },
}
