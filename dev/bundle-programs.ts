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
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild'
import { WHOLE_BUNDLE } from './node-bundle'

const ROOT = resolve(import.meta.dirname, '..')
/** Below the repository, where packages are found. */
const FOLDER = join(ROOT, 'dist', 'programs')
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1_000

/**
 * Bundles programs of the house, named by their entry files, for `node <file>`: a tenth to a third of the CPU that
 * `node --import tsx` takes to start. What is edited meanwhile changes nothing. The folder is named by what it holds,
 * so any number of processes may ask at once.
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
  const { outputFiles } = await build({
    ...WHOLE_BUNDLE,
    ...input,
    absWorkingDir: ROOT,
    outdir: join(FOLDER, 'any'),
    plugins: [KEEP_PLACES],
    write: false,
  })
  const folder = join(FOLDER, nameOf(outputFiles))
  if (existsSync(folder)) {
    const now = new Date()
    utimesSync(folder, now, now)
    return folder
  }
  removeUnused()
  const beside = join(FOLDER, `${basename(folder)}-${randomUUID()}`)
  mkdirSync(beside, { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(join(beside, basename(path)), contents)
  try {
    renameSync(beside, folder)
  } catch (error) {
    // Another process has written the same contents meanwhile.
    rmSync(beside, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
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
    const folder = join(FOLDER, name)
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? oldest
    if (changed < oldest) rmSync(folder, { recursive: true, force: true })
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
