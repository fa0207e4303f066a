import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findPostgresUser, folderForUser } from '@/dev/postgres-user'

/** Where the Postgres of a stack keeps its data. */
export function dataFolder(home: string): string {
  const folder = join(home, 'postgres')
  return folderForUser(folder, findPostgresUser(folder))
}

/** `cp` keeps the owner, who is not the one that runs this where that is root. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the data folder could not be copied: ${stderr}`)
}
