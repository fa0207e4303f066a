import { spawnSync } from 'node:child_process'

/** The newest commit, by which short runs take turns; without a repository always the same. */
export function newestCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return stdout?.trim() || '0'
}

/** Every `turns`-th of the names, from one that the commit's hash says: so many commits in a row show all of them. */
export function turnOf<T>(commit: string, names: readonly T[], turns: number): T[] {
  const turn = Number.parseInt(commit.slice(0, 8), 16) % turns
  return names.filter((_, index) => index % turns === turn)
}
