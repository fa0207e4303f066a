import { closureOf, type ImportGraph } from './import-graph'
import { isRead, type ReadPaths } from './read-paths'

/** The files that every suite depends on without importing them. */
const FOR_ALL = [
  /^package(-lock)?\.json$/,
  /^tsconfig\.json$/,
  /^vitest\.config\.ts$/,
  /^dev\/testing\/(global-setup|fresh-process)\.ts$/,
]
/** The files that a migration reads: every suite with a database depends on them. */
const SCHEMA = /^db\/.*\.(sql|json)$/
const MIGRATION = 'db/migrate.ts'
/** Lists of all operations, procedures and the like. Most suites load them for one or two entries. */
const LIST = /^registry\/[\w-]+\.ts$/
/** Fault runs within one process take as long as all other suites of a room. */
const FAULT_RUNS = /^e2e\/faults\//

type Suite = {
  file: string
  /** What it reads of the repository beside the modules it imports. */
  reads: ReadPaths
}

/**
 * The suites that a change of these files can break. A suite that reaches a file only through a list counts if it
 * iterates the list, or lies in the room of the changed file: other suites call the entries of their own rooms. Those
 * of the fault runs count only if a file of the fault runs changed. `npm test` runs all suites.
 */
export function findAffected(
  suites: readonly Suite[],
  { graph, changed }: { graph: ImportGraph; changed: readonly string[] },
): string[] {
  if (changed.length === 0) return []
  const isForAll = changed.some((file) => FOR_ALL.some((pattern) => pattern.test(file)))
  const touched = new Set(changed)
  if (changed.some((file) => SCHEMA.test(file))) touched.add(MIGRATION)
  const withoutLists = new Map([...graph].filter(([file]) => !LIST.test(file)))
  const isAffected = (file: string) => {
    const goesThroughList = graph.get(file)?.some((imported) => LIST.test(imported))
    const own = [...touched].filter((one) => goesThroughList || roomOf(one) === roomOf(file))
    return meets(closureOf(withoutLists, file), touched) || meets(closureOf(graph, file), new Set(own))
  }
  const readsChanged = (reads: ReadPaths) => changed.some((file) => isRead(file, reads))
  return suites
    .filter(({ file, reads }) => isForAll || readsChanged(reads) || isAffected(file))
    .filter(({ file }) => !FAULT_RUNS.test(file) || changed.some((one) => FAULT_RUNS.test(one)))
    .map(({ file }) => file)
}

/** `server/payments` of `server/payments/refunds/view.ts`. */
function roomOf(file: string): string {
  return file.split('/', 2).join('/')
}

function meets(closure: ReadonlySet<string>, touched: ReadonlySet<string>): boolean {
  for (const file of closure) if (touched.has(file)) return true
  return false
}
