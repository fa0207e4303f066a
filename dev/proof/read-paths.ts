import { existsSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** What a suite reads of the repository beside the modules it imports: all sources, or the files below these paths. */
export type ReadPaths = 'all sources' | readonly string[]

const READS_SOURCES = /\b(allSources|sourcesIn|readSource)\b/
const READS_FILES = /\b(readFile|readFileSync|readdir|readdirSync)\b/
const LITERAL = /(['"`])([\w@.][\w@./-]*)\1/g

/**
 * The paths of the repository that a suite names in its text, if it reads files: a file, a folder, or the name of a
 * file in many folders. One that names none may read the files beside it.
 *
 * @param file path of the suite from the root of the repository, which is the working directory
 */
export function readPathsOf(file: string, text: string): ReadPaths {
  if (READS_SOURCES.test(text)) return 'all sources'
  if (!READS_FILES.test(text)) return []
  const paths = [...text.matchAll(LITERAL)]
    .map(([, , literal = '']) => (/^\.\.?\//.test(literal) ? normalize(join(dirname(file), literal)) : literal))
    .filter((path) => path !== '.' && existsSync(path))
  return paths.length > 0 ? [...new Set(paths)] : [dirname(file)]
}

/** Whether a suite that reads these paths reads the file. */
export function isRead(file: string, paths: ReadPaths): boolean {
  if (paths === 'all sources') return true
  return paths.some((path) => file === path || basename(file) === path || file.startsWith(`${path}/`))
}
