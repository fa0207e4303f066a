import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyFolder, dataFolder } from '@/e2e/faults/stack/data-folder'
import type { FaultStack } from '@/e2e/faults/stack/fault-stack'

type Backup = {
  /** Ends every process as a dead machine does, puts the folder back and starts Postgres. Nothing else runs then. */
  putBack: () => Promise<void>
}

/** Copies the data folder of a stack's Postgres, which stands still meanwhile: all of it is of one moment. */
export async function takeBackup({ home, parts }: FaultStack): Promise<Backup> {
  const { app, engine, postgres } = parts
  const [live, kept] = [dataFolder(home), dataFolder(join(home, 'backup'))]
  await postgres.stop()
  rmSync(kept, { recursive: true, force: true })
  copyFolder(live, kept)
  await postgres.restart()
  return {
    async putBack() {
      for (const part of [app, engine, postgres]) await part.kill({ group: true })
      rmSync(live, { recursive: true })
      copyFolder(kept, live)
      await postgres.restart()
    },
  }
}
