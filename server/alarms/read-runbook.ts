import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AlarmKind } from '@/schemas/alarms/words'

/** The runbook for a kind of alarm, as markdown: the file that comes with this version. */
export function readRunbook(kind: AlarmKind): Promise<string> {
  return readFile(join(process.cwd(), 'docs', 'runbooks', `${kind}.md`), 'utf8')
}
