import { build } from 'esbuild'
import { NODE_BUNDLE } from '../node-bundle'

/** The files of the repository that each file imports, without types, as paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The graph of everything these files import. Takes about two seconds for all suites. */
export async function readImportGraph(root: string, entries: readonly string[]): Promise<ImportGraph> {
  const { metafile } = await build({
    ...NODE_BUNDLE,
    absWorkingDir: root,
    entryPoints: [...entries],
    outdir: 'unused',
    write: false,
    metafile: true,
    // Shared code is printed once and not in each of 500 bundles.
    splitting: true,
    loader: { '.css': 'empty' },
  })
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ external }) => !external).map(({ path }) => path),
    ]),
  )
}

/** The file and everything it imports, at first or any other hand. */
export function closureOf(graph: ImportGraph, file: string): Set<string> {
  const reached = new Set([file])
  // A set hands out what is added to it meanwhile.
  for (const one of reached) for (const imported of graph.get(one) ?? []) reached.add(imported)
  return reached
}
