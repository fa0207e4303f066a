import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Goes with the folder of packages: a fresh clone has proven nothing yet. */
const FILE = join('node_modules', '.cache', 'slipway', 'green-commit')

/** Records that everything was green at this commit. Does nothing if files differ from it, or outside of git. */
export function rememberGreen(): void {
  const head = git(['rev-parse', 'HEAD'])
  if (head === null || git(['status', '--porcelain']) !== '') return
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, head)
}

/**
 * The last commit at which everything was green here, else where this branch left main: what lands there is green. Null
 * outside of git.
 */
export function findGreenCommit(): string | null {
  const noted = existsSync(FILE) ? readFileSync(FILE, 'utf8').trim() : null
  const isKnown = noted !== null && git(['merge-base', '--is-ancestor', noted, 'HEAD']) !== null
  if (isKnown) return noted
  return git(['merge-base', 'HEAD', 'origin/main']) ?? git(['rev-parse', 'HEAD'])
}

/** Files that differ from a commit, new ones too, as paths from the root. */
export function filesSince(commit: string): string[] {
  const changed = git(['diff', '--name-only', commit]) ?? ''
  const added = git(['ls-files', '--others', '--exclude-standard']) ?? ''
  return [...new Set(`${changed}\n${added}`.split('\n').filter(Boolean))].sort()
}

function git(args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', [...args], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
