import { closureOf, type ImportGraph } from './import-graph'

/** What every suite depends on without importing it. */
const FOR_ALL = [
  /^package(-lock)?\.json$/,
  /^tsconfig\.json$/,
  /^vitest\.config\.ts$/,
  /^dev\/testing\/(global-setup|fresh-process)\.ts$/,
]
/** What a migration reads: every suite with a database depends on it. */
const SCHEMA = /^db\/.*\.(sql|json)$/
const MIGRATION = 'db/migrate.ts'

type Suite = {
  file: string
  /** Whether it reads files of the repository beside those it imports: then any change may break it. */
  readsFiles: boolean
}

/** The suites that a change of these files can break. */
export function findAffected(
  suites: readonly Suite[],
  { graph, changed }: { graph: ImportGraph; changed: readonly string[] },
): string[] {
  if (changed.length === 0) return []
  const isForAll = changed.some((file) => FOR_ALL.some((pattern) => pattern.test(file)))
  const touched = new Set(changed)
  if (changed.some((file) => SCHEMA.test(file))) touched.add(MIGRATION)
  return suites
    .filter(({ file, readsFiles }) => isForAll || readsFiles || meets(closureOf(graph, file), touched))
    .map(({ file }) => file)
}

function meets(closure: ReadonlySet<string>, touched: ReadonlySet<string>): boolean {
  for (const file of closure) if (touched.has(file)) return true
  return false
}
