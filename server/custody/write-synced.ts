import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a new file and returns once it is on the disk, with its name. Throws if it exists. */
export async function writeSynced(path: string, text: string): Promise<void> {
  // The group can read it: migrations may run as another user than the process that wrote it.
  const file = await open(path, 'wx', 0o640)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}
